>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["0x0100000000000000000000000000000000000000000000000000000000000000",true]}
<< {"jsonrpc":"2.0","id":1,"result":null}
