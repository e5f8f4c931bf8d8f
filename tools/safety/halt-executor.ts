import { type Address, type Hex, keccak256, type TransactionReceipt } from 'viem'
import { assertReceipt } from '../core/assert-receipt.ts'
import type { Broadcaster, ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import type { EventBus } from '../core/events.ts'
import { signExactly, type TransactionSigner } from './signers/transaction-signer.ts'

/** A way to the chain by which a halt can be carried out. */
export interface HaltRoute {
  readonly chain: ChainReader
  /** Sends the halt's transactions; undefined when nobody can sign them. */
  readonly executor: HaltExecutor | undefined
}

/** Sends the transactions of a halt: the only ones that are still signed once the latch is set. */
export interface HaltExecutor {
  /**
   * Sign and send to the cage.
   *
   * The nonce is that after the last mined transaction, so that whatever of the account still waits to be mined is
   * replaced by the halt's.
   */
  send(transaction: HaltTransaction): Promise<TransactionReceipt>
}

/** A transaction of a halt. */
export interface HaltTransaction {
  readonly data: Hex
  readonly gasLimit: bigint
  /** Fee per gas that a waiting transaction of the account offers at most; it is outbid. */
  readonly outbidWei: bigint
  /** Called with the signed bytes before they are sent. */
  readonly onSigned: (raw: Hex, hash: Hex) => void
}

/** Create the executor over a key and one way to the chain. */
export function createHaltExecutor(deps: {
  readonly chainId: number
  readonly cage: Address
  readonly signer: TransactionSigner
  readonly chain: Pick<ChainReader, 'getTransactionCount' | 'getBlock'>
  readonly broadcaster: Broadcaster
  readonly clock: Pick<Clock, 'setTimer'>
  readonly events: EventBus
}): HaltExecutor {
  const { signer, chain, broadcaster, events } = deps
  return {
    async send(transaction) {
      const [nonce, head] = await Promise.all([
        chain.getTransactionCount({ address: signer.address, blockTag: 'latest' }),
        chain.getBlock(),
      ])
      const baseFee = head.baseFeePerGas ?? 0n
      const enough = 4n * baseFee
      // Nodes replace a waiting transaction only when both of its fees rise by a tenth.
      const maxFeePerGas = enough > 2n * transaction.outbidWei ? enough : 2n * transaction.outbidWei
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
          maxPriorityFeePerGas: maxFeePerGas - baseFee,
        },
        deps.clock,
      )
      const hash = keccak256(raw)
      transaction.onSigned(raw, hash)
      events.emit({ kind: 'tx:sent', hash, nonce })
      try {
        await broadcaster.send(raw)
      } catch (cause) {
        // The node may have it although its answer was lost.
        if (!(await broadcaster.isKnown(hash).catch(() => false))) throw cause
      }
      const receipt = assertReceipt(await broadcaster.waitForReceipt(hash), hash)
      events.emit({ kind: 'tx:mined', hash, status: receipt.status, gas_used: receipt.gasUsed.toString() })
      return receipt
    },
  }
}
