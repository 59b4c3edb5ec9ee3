// the finalized block of a node that knows none
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["finalized",false]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"finalized block not found"}}
