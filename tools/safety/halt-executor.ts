import { type Address, type Hex, keccak256, type TransactionReceipt } from 'viem'
import type { Broadcaster, ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { signExactly, type TransactionSigner } from './signers/transaction-signer.ts'

/** One way to the chain; a halt tries the next one when one fails. */
export interface HaltRoute {
  readonly chain: Pick<ChainReader, 'getTransactionCount' | 'getBlock'>
  readonly broadcaster: Broadcaster
}

/** Sends the transactions of a halt: the only ones that are still signed once the latch is set. */
export interface HaltExecutor {
  /** Addresses that can sign, the operator first. */
  readonly signers: readonly Address[]
  /**
   * Sign and send to the cage, by the first route that works.
   *
   * The nonce is that after the last mined transaction, so that whatever of the account still waits to be mined is
   * replaced by the halt's.
   */
  send(transaction: HaltTransaction): Promise<TransactionReceipt>
}

/** A transaction of a halt. */
export interface HaltTransaction {
  readonly by: Address
  readonly data: Hex
  readonly gasLimit: bigint
  /** Fee per gas that a waiting transaction of the account offers at most; it is outbid. */
  readonly outbidWei: bigint
  /** Called with the signed bytes before they are sent. */
  readonly onSigned: (raw: Hex, hash: Hex) => void
}

/** Create the executor over the keys and routes that a halt may use. */
export function createHaltExecutor(deps: {
  readonly chainId: number
  readonly cage: Address
  readonly signers: readonly TransactionSigner[]
  readonly routes: readonly HaltRoute[]
  readonly clock: Pick<Clock, 'setTimer'>
  readonly events: EventBus
}): HaltExecutor {
  const sendBy = async (route: HaltRoute, signer: TransactionSigner, transaction: HaltTransaction) => {
    const [nonce, head] = await Promise.all([
      route.chain.getTransactionCount({ address: signer.address, blockTag: 'latest' }),
      route.chain.getBlock(),
    ])
    const fee = 4n * (head.baseFeePerGas ?? 0n)
    // Nodes replace a waiting transaction only when both of its fees rise by a tenth.
    const maxFeePerGas = fee > 2n * transaction.outbidWei ? fee : 2n * transaction.outbidWei
    const raw = await signExactly(
      signer,
      signer.address,
      {
        type: 'eip1559',
        chainId: deps.chainId,
        to: deps.cage,
        value: 0n,
        data: transaction.data,
        nonce,
        gas: transaction.gasLimit,
        maxFeePerGas,
        maxPriorityFeePerGas: maxFeePerGas - (head.baseFeePerGas ?? 0n),
      },
      deps.clock,
    )
    const hash = keccak256(raw)
    transaction.onSigned(raw, hash)
    deps.events.emit({ kind: 'tx:sent', hash, nonce })
    await route.broadcaster.send(raw)
    const receipt = await route.broadcaster.waitForReceipt(hash)
    deps.events.emit({ kind: 'tx:mined', hash, status: receipt.status, gas_used: receipt.gasUsed.toString() })
    return receipt
  }

  return {
    signers: deps.signers.map(({ address }) => address),
    async send(transaction) {
      const signer = deps.signers.find(({ address }) => address === transaction.by)
      if (signer === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
      let failure: unknown
      for (const route of deps.routes) {
        try {
          return await sendBy(route, signer, transaction)
        } catch (cause) {
          failure = cause
        }
      }
      throw failure ?? new ToolError('WALLET_NOT_CONFIGURED', {})
    },
  }
}
