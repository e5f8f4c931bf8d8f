import { type Address, type Hex, keccak256, type TransactionReceipt } from 'viem'
import type { Broadcaster, ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import type { EventBus } from '../core/events.ts'
import { signExactly, type TransactionSigner } from './signers/transaction-signer.ts'

/** A way to the chain by which a halt can be carried out. */
export interface HaltRoute {
  readonly chain: ChainReader
  /** Sends the halt's transactions; undefined when nobody can sign them. */
  readonly executor: HaltExecutor | undefined
  /** Waits for what somebody else sent. */
  readonly broadcaster: Pick<Broadcaster, 'waitForReceipt'>
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

/** What a transaction to the cage is signed and sent with. */
interface CageSender {
  readonly chainId: number
  readonly cage: Address
  readonly signer: TransactionSigner
  readonly chain: Pick<ChainReader, 'getTransactionCount' | 'getBlock'>
  readonly broadcaster: Pick<Broadcaster, 'send' | 'isKnown'>
  readonly clock: Pick<Clock, 'setTimer'>
}

/** Sign a transaction to the cage with the nonce after the last mined one and send it; answers its hash at once. */
export async function sendToCage(
  { chainId, cage, signer, chain, broadcaster, clock }: CageSender,
  transaction: Pick<HaltTransaction, 'data' | 'gasLimit'> & {
    readonly chooseFee: (baseFeeWei: bigint) => bigint
    readonly onSigned?: (raw: Hex, hash: Hex, nonce: number) => void
  },
): Promise<Hex> {
  const [nonce, head] = await Promise.all([
    chain.getTransactionCount({ address: signer.address, blockTag: 'latest' }),
    chain.getBlock(),
  ])
  const baseFee = head.baseFeePerGas ?? 0n
  const maxFeePerGas = transaction.chooseFee(baseFee)
  const raw = await signExactly(
    signer,
    signer.address,
    {
      type: 'eip1559',
      chainId,
      to: cage,
      value: 0n,
      data: transaction.data,
      nonce,
      gas: transaction.gasLimit,
      maxFeePerGas,
      maxPriorityFeePerGas: maxFeePerGas - baseFee,
    },
    clock,
  )
  const hash = keccak256(raw)
  transaction.onSigned?.(raw, hash, nonce)
  try {
    await broadcaster.send(raw)
  } catch (cause) {
    // The node may have it although its answer was lost.
    if (!(await broadcaster.isKnown(hash).catch(() => false))) throw cause
  }
  return hash
}

/** Create the executor over a key and one way to the chain. */
export function createHaltExecutor(
  deps: CageSender & { readonly broadcaster: Broadcaster; readonly events: EventBus },
): HaltExecutor {
  const { broadcaster, events } = deps
  return {
    async send({ data, gasLimit, outbidWei, onSigned }) {
      const hash = await sendToCage(deps, {
        data,
        gasLimit,
        // Nodes replace a waiting transaction only when both of its fees rise by a tenth.
        chooseFee: (baseFee) => (4n * baseFee > 2n * outbidWei ? 4n * baseFee : 2n * outbidWei),
        onSigned(raw, signed, nonce) {
          onSigned(raw, signed)
          events.emit({ kind: 'tx:sent', hash: signed, nonce })
        },
      })
      const receipt = await broadcaster.waitForReceipt(hash)
      events.emit({ kind: 'tx:mined', hash, status: receipt.status, gas_used: receipt.gasUsed.toString() })
      return receipt
    },
  }
}
