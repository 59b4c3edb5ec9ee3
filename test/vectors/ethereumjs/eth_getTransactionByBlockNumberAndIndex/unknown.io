>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByBlockNumberAndIndex","params":["0x3e8","0x0"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"specified block greater than current height"}}
