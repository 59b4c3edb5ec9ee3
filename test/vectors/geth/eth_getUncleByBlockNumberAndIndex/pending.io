// an uncle of the pending block
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleByBlockNumberAndIndex","params":["pending","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
