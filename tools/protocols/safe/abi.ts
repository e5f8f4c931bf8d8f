import { parseAbi } from 'viem'

/** Functions by which a Safe acts (https://github.com/safe-global/safe-smart-account). */
export const safeActionsAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool success)',
  'function execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation) returns (bool success, bytes returnData)',
])

/** The bundle of MultiSend and MultiSendCallOnly, packed. */
export const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])

/** The part of SafeProxyFactory that creates accounts. */
export const proxyFactoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
])
