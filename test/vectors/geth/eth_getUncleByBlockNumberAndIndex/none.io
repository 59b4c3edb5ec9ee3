// an uncle that is not there
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleByBlockNumberAndIndex","params":["0x5","0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
