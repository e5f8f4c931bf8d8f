import { parseAbi } from 'viem'

/** The part of `SpokePool` that the tools read and call. Addresses of other chains are words in its logs: not all have twenty bytes. */
export const spokePoolAbi = parseAbi([
  'function getCurrentTime() view returns (uint256)',
  'function depositQuoteTimeBuffer() view returns (uint32)',
  'function fillDeadlineBuffer() view returns (uint32)',
  'function pausedDeposits() view returns (bool)',
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
  'event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
])
