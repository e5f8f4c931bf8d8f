import { type Address, erc20Abi } from 'viem'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import type { Call } from '../../tools/core/plan.ts'
import type { Contradiction } from '../oracle/contradiction.ts'
import type { Observation } from '../oracle/observer.ts'
import type { Ground } from './ground.ts'

/** How the transaction of an outsider ended. */
type End = 'mined' | 'reverted'

/** Actors who act past the agent. */
export interface Outsiders {
  transfer(from: Address, to: Address, token: Address, amountBaseUnits: bigint): Promise<void>
  /** Send calls as an account, each in a transaction of its own; the last one is mined, or refused by the chain. */
  act(
    account: Address,
    calls: readonly (Call & { readonly from?: Address })[],
    isLastRefused: boolean | undefined,
  ): Promise<Observation>
}

/** Create the outsiders of a stage. */
export const createOutsiders = ({ client, observer, miner, sender }: Ground): Outsiders => ({
  async transfer(from, to, token, amount) {
    const hash = await sender.send(
      from,
      token === NATIVE_TOKEN
        ? { to, data: '0x', valueWei: amount }
        : {
            to: token,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
          },
    )
    await sender.settle([hash], 'the transfer')
  },
  async act(account, calls, isLastRefused) {
    const ends: { readonly status: End }[] = []
    const observation = await observer.observe(
      async () => {
        for (const { from = account, ...call } of calls) {
          const hash = await sender.send(from, call)
          await miner.mineBlock()
          const { status } = await client.getTransactionReceipt({ hash })
          ends.push({ status: status === 'success' ? 'mined' : 'reverted' })
        }
        return { details: { ends } }
      },
      { mayChange: true },
    )
    const unexpected = isLastRefused === undefined ? [] : findUnexpected(account, ends, isLastRefused)
    return { ...observation, contradictions: [...observation.contradictions, ...unexpected] }
  },
})

const findUnexpected = (
  account: Address,
  ends: readonly { readonly status: End }[],
  isLastRefused: boolean,
): Contradiction[] =>
  ends.flatMap(({ status }, index) => {
    const expected = index === ends.length - 1 && isLastRefused ? 'reverted' : 'mined'
    const subject = `call ${index + 1} of ${account}`
    return status === expected ? [] : [{ law: 'outsider.call', subject, expected, found: status }]
  })
