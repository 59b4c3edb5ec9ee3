// a transaction that is not there
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["0x8","0x9"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
