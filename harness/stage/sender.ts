import { type Address, type Hex, numberToHex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'
import type { Fork } from '../chain/fork.ts'
import { RpcError } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'
import type { Observer } from '../oracle/observer.ts'
import { explainError, type RawFrame } from '../trace/describe-frame.ts'
import type { Miner } from './miner.ts'

/** What one transaction does; without a receiver it creates a contract. */
export interface Transaction {
  readonly to?: Address | undefined
  readonly data: Hex
  readonly valueWei?: bigint
}

/** A transaction that went through. */
export interface Settled {
  readonly contractAddress: Address | null
}

/** Sends transactions of the harness, as any account. */
export interface Sender {
  /** Leave a transaction to the node, which mines it with the next block. */
  send(from: Address, transaction: Transaction): Promise<Hex>
  /**
   * Mine a block and hold that these transactions went through.
   *
   * @throws HarnessError STEP_IMPOSSIBLE
   */
  settle(hashes: readonly Hex[], what: string): Promise<readonly Settled[]>
}

/** Enough to create a pool with its contract. */
const TRANSACTION_GAS = numberToHex(6_000_000)

interface SenderDeps {
  readonly fork: Fork
  readonly book: AddressBook
  readonly miner: Miner
  readonly observer: Observer
}

/** Create a sender over the harness' own connection. */
export const createSender = (deps: SenderDeps): Sender => ({
  send(from, { to, data, valueWei = 0n }) {
    const gasPrice = numberToHex(deps.miner.baseFeeWei)
    const request = { from, to, data, value: numberToHex(valueWei), gas: TRANSACTION_GAS, gasPrice }
    return deps.fork.rpc.request<Hex>('eth_sendTransaction', [request]).catch((cause: unknown) => {
      if (!(cause instanceof RpcError)) throw cause
      throw new HarnessError('STEP_IMPOSSIBLE', 'the node does not take the transaction of this step', {
        where: from,
        expected: 'an account that can pay for it',
        found: cause.message,
        hint: 'give the account what it lacks before, or choose a smaller amount or base fee',
        cause,
      })
    })
  },
  async settle(hashes, what) {
    await deps.miner.mineBlock()
    deps.observer.invalidate()
    const receipts: Settled[] = []
    for (const hash of hashes) {
      const receipt = await deps.fork.rpc.request<(Settled & { readonly status: Hex }) | null>(
        'eth_getTransactionReceipt',
        [hash],
      )
      if (receipt?.status !== '0x1') {
        throw new HarnessError('STEP_IMPOSSIBLE', `${what} failed on chain`, {
          expected: 'a transaction that succeeds',
          found: receipt ? await explainFailure(hash, deps) : 'not mined',
          hint: 'check the amounts and actors of this step',
        })
      }
      receipts.push(receipt)
    }
    return receipts
  },
})

/** Say why a transaction failed, played again behind those before it in its block. */
async function explainFailure(hash: Hex, { fork, book }: SenderDeps): Promise<string> {
  try {
    const { error = 'reverted', output = '0x' } = await fork.rpc.request<Partial<RawFrame>>(
      'debug_traceTransaction',
      [hash, { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }],
    )
    return explainError(error, output, putProtocolsOn(DEV_REGISTRY.protocols, book))
  } catch (cause) {
    if (cause instanceof RpcError) return 'one that reverted'
    throw cause
  }
}
