import { decodeErrorResult, type Hex, parseAbi } from 'viem'
import { permit2Abi } from '../permit2/abi.ts'

/** Errors that tokens and their libraries raise (ERC-6093, Solidity's own). */
const COMMON_ERRORS = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidSpender(address spender)',
])

const ERRORS = [...COMMON_ERRORS, ...permit2Abi.filter((item) => item.type === 'error')]

/** Render the return data of a reverted call for people; what no known ABI explains keeps its selector. */
export function explainRevert(returnData: Hex): string {
  if (returnData === '0x') return 'reverted without a reason'
  try {
    const { errorName, args } = decodeErrorResult({ abi: ERRORS, data: returnData })
    if (errorName === 'Error') return String(args[0])
    return `${errorName}(${(args ?? []).map(String).join(', ')})`
  } catch {
    return `custom error ${returnData.slice(0, 10)}`
  }
}
