// receipts of a block without transactions
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockReceipts","params":["0x5"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
