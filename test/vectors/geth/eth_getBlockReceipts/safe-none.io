// receipts of the safe block of a node that knows none
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockReceipts","params":["safe"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
