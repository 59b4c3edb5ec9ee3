>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["0x3","0x9"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
