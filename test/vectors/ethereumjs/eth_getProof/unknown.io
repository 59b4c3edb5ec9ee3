>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["0xc0aae1edd7a76c8cf99e5ba3ca69599ed29540ea",[],"0x3e8"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"specified block greater than current height"}}
