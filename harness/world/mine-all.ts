import { type Hex, isHex, numberToHex } from 'viem'
import { decodeCageError } from '../../tools/safety/evidence/cage-rejection.ts'
import type { ForkControl } from '../chain/fork-control.ts'
import { RpcError } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'

/** A chain that mines on demand with all accounts impersonated; a fork of the pool is one. */
export type FixtureChain = Pick<ForkControl, 'rpc' | 'mine'>

/** A transaction of the set-up, and what errors call it. */
export interface SetupTransaction {
  readonly label: string
  readonly request: { readonly from: Hex; readonly to?: Hex; readonly data: Hex; readonly gas: Hex }
}

const GAS_PRICE = numberToHex(10_000_000_000n)

/**
 * Mine transactions of impersonated accounts in one block, in their order.
 *
 * @throws HarnessError DEPLOY_FAILED naming the first that failed
 */
export async function mineAll(
  { rpc, mine }: FixtureChain,
  transactions: readonly SetupTransaction[],
): Promise<void> {
  const hashes: Hex[] = []
  for (const { label, request } of transactions) {
    const sent = rpc.request<Hex>('eth_sendTransaction', [{ ...request, gasPrice: GAS_PRICE }])
    hashes.push(
      await sent.catch((cause) => {
        throw cause instanceof RpcError ? failure(label, cause) : cause
      }),
    )
  }
  await mine()
  const receipts = await rpc.request<readonly { transactionHash: Hex; status: Hex }[]>(
    'eth_getBlockReceipts',
    ['latest'],
  )
  const mined = new Map(receipts.map(({ transactionHash, status }) => [transactionHash, status]))
  for (const [index, { label, request }] of transactions.entries()) {
    const status = mined.get(hashes[index] as Hex)
    if (status === '0x1') continue
    const reason = await rpc.request('eth_call', [request, 'latest']).then(
      () => 'it reverted, and would not behind the others',
      (error: unknown) => error,
    )
    throw failure(label, status === undefined ? 'the node did not mine it' : reason)
  }
}

const failure = (label: string, reason: unknown) =>
  new HarnessError('DEPLOY_FAILED', `setting up the cage failed: ${label}`, {
    expected: 'the transaction to succeed',
    found: reason instanceof RpcError ? `${reason.message} ${nameData(reason)}`.trim() : String(reason),
    hint: 'check the policy (feeds, assets, basis points, how much it lists), what the owner holds, and tokens that are hostile from the start, whose decimals and fees count here: a step can turn them hostile later',
    cause: reason instanceof Error ? reason : undefined,
  })

/** Name what a cage answers by its error. */
const nameData = ({ data }: RpcError): string =>
  isHex(data) ? (decodeCageError(data)?.errorName ?? data) : String(data ?? '')
