import { parseAbi } from 'viem'

/** What `EntryPoint` 0.7 tells of user operations (`IEntryPoint.sol` of https://github.com/eth-infinitism/account-abstraction). */
export const entryPointAbi = parseAbi([
  'event AccountDeployed(bytes32 indexed userOpHash, address indexed sender, address factory, address paymaster)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
  'event PostOpRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
  'event UserOperationPrefundTooLow(bytes32 indexed userOpHash, address indexed sender, uint256 nonce)',
  'error PostOpReverted(bytes returnData)',
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
])

/** The factory of sample accounts, and what such an account tells of itself when it is set up (`SimpleAccountFactory.sol`, `SimpleAccount.sol`). */
export const accountFactoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address account)',
  'function getAddress(address owner, uint256 salt) view returns (address account)',
])
export const simpleAccountAbi = parseAbi([
  'function owner() view returns (address)',
  'event SimpleAccountInitialized(address indexed entryPoint, address indexed owner)',
])
