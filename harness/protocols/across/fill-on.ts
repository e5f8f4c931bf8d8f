import { type Address, erc20Abi, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { HarnessError } from '../../errors.ts'
import type { OtherChain } from '../testbed-market.ts'
import { FILL_BUFFER_SECONDS, loadProxy, loadSpokePool, QUOTE_BUFFER_SECONDS } from './spoke-pool.ts'

const abi = parseAbi([
  'struct RelayData { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'function fillRelay(RelayData relayData, uint256 repaymentChainId, bytes32 repaymentAddress)',
])

/** What stands behind the proxies below. */
const IMPLEMENTATION = '0xacc0550000000000000000000000000000005b0c'

/** Spoke pools of rollups that the same published contract serves (https://docs.across.to/reference/contract-addresses). */
const SPOKE_POOLS: Readonly<Record<number, Address>> = {
  10: '0x6f26Bf09B1C792e3228e5467807a900A503c0281',
  130: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
  8453: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
}

/** A deposit as the spoke pool of its origin announced it. */
export interface Deposit {
  readonly depositor: Hex
  readonly recipient: Hex
  readonly exclusiveRelayer: Hex
  readonly inputToken: Hex
  readonly outputToken: Hex
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly depositId: bigint
  readonly fillDeadline: number
  readonly exclusivityDeadline: number
  readonly message: Hex
}

/**
 * Fill a deposit on its destination as a relayer does: the published spoke pool there takes the output amount of the relayer
 * and pays the recipient. Who relays is the testbed's stand-in, and what the pool asks of no other contract (the messenger
 * of its hub, Circle's bridge) is not there.
 *
 * @throws HarnessError STEP_IMPOSSIBLE where the published contract does not serve the chain
 */
export async function fillOn(chain: OtherChain, deposit: Deposit, originChainId: number): Promise<void> {
  const { chainId, book, deployer, whale } = chain
  const spokePool = SPOKE_POOLS[chainId]
  if (spokePool === undefined) {
    throw new HarnessError('STEP_IMPOSSIBLE', `no relayer fills on chain ${chainId} here`, {
      expected: Object.keys(SPOKE_POOLS).join(', '),
      found: String(chainId),
      hint: 'let the second chain be base, optimism or unichain',
    })
  }
  const pool = loadSpokePool('OP_SpokePool')
  const usdc = book.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? zeroAddress
  const buffers = [QUOTE_BUFFER_SECONDS, FILL_BUFFER_SECONDS]
  await chain.place(pool, IMPLEMENTATION, [book.wrappedNative, ...buffers, usdc, zeroAddress, zeroAddress])
  const { proxy, args } = loadProxy(IMPLEMENTATION, pool, [0, deployer, deployer])
  await chain.place(proxy, spokePool, args)
  const token: Address = `0x${deposit.outputToken.slice(26)}`
  await chain.fund(whale, token, deposit.outputAmount)
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spokePool, deposit.outputAmount],
  })
  const fill = encodeFunctionData({
    abi,
    functionName: 'fillRelay',
    args: [{ ...deposit, originChainId: BigInt(originChainId) }, BigInt(originChainId), pad(whale)],
  })
  const calls = [
    { to: token, data: approve, valueWei: 0n },
    { to: spokePool, data: fill, valueWei: 0n },
  ]
  await chain.send(whale, calls, `fill deposit ${deposit.depositId} of chain ${originChainId}`)
}
