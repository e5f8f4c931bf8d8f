import { erc20Abi } from 'viem'
import type { AllowanceQuery, ChainReader } from '../core/chain.ts'

/** Read one ERC-20 allowance in base units. */
export const readAllowance = (
  chain: Pick<ChainReader, 'readContract'>,
  { token, owner, spender }: AllowanceQuery,
): Promise<bigint> =>
  chain.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })
