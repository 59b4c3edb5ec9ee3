// of a block that is not there
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["0x00000000000000000000000000000000000c0dE5",[],"0x3e8"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"header not found"}}
