import type { TransactionReceipt } from 'viem'
import type { ChainReader, Simulation, StateQuery, StateReading, WatchQuery } from '../../core/chain.ts'
import { ToolError } from '../../core/errors.ts'
import { toCanonicalJson } from '../../core/json.ts'
import type { Head } from './evidence.ts'
import type { GuardianDemand } from './hot-lane.ts'

/** A second provider that is asked what the first one is asked. */
export type SecondProvider = ChainReader

/** The providers of a stack; where there is only one its honesty is an assumption. */
export interface Providers<Part extends keyof ChainReader = keyof ChainReader> {
  readonly chain: Pick<ChainReader, Part>
  readonly secondProvider: Pick<SecondProvider, Part> | undefined
}

/**
 * Ask both providers the same at the same time and answer what both say. Which of the two lies cannot be told, so
 * nothing is done until they agree; of one provider its word is taken.
 *
 * @throws ToolError PROVIDERS_DISAGREE
 */
export async function askBoth<Part extends keyof ChainReader, T>(
  subject: string,
  { chain, secondProvider }: Providers<Part>,
  ask: (provider: Pick<ChainReader, Part>) => Promise<T>,
): Promise<T> {
  if (secondProvider === undefined) return ask(chain)
  const [said, seen] = await Promise.all([ask(chain), ask(secondProvider)])
  assertSame(subject, said, seen)
  return said
}

/** Hold the head that one provider shows against that of another. @throws ToolError PROVIDERS_DISAGREE */
export function assertSameHead(said: Head, seen: Head): void {
  assertSame('the head', said.hash, seen.hash)
  assertSame('the time of the head', said.timestamp, seen.timestamp)
  assertSame('the base fee', said.baseFeePerGas, seen.baseFeePerGas)
}

/** Hold the state that one provider reads against that of another. @throws ToolError PROVIDERS_DISAGREE */
export function assertSameState(query: StateQuery, said: StateReading, seen: StateReading): void {
  assertSame('the block', said.blockNumber, seen.blockNumber)
  assertSame('the time of the block', said.timestampSeconds, seen.timestampSeconds)
  assertSame('the chain', said.chainId, seen.chainId)
  for (const [index, { token }] of query.balances.entries()) {
    assertSame(`the balance of ${token}`, said.balances[index], seen.balances[index])
  }
  for (const [index, { token, spender }] of query.allowances.entries()) {
    assertSame(`the allowance of ${token} for ${spender}`, said.allowances[index], seen.allowances[index])
  }
  for (const [index, address] of query.codeHashes.entries()) {
    assertSame(`the code of ${address}`, said.codeHashes[index], seen.codeHashes[index])
  }
  for (const [index, token] of (query.decimals ?? []).entries()) {
    assertSame(`the decimals of ${token}`, said.decimals[index], seen.decimals[index])
  }
  for (const [index, { to, data }] of (query.views ?? []).entries()) {
    assertSame(`what ${to} answers to ${data.slice(0, 10)}`, said.views[index], seen.views[index])
  }
  for (const [index, feed] of query.feeds.entries()) {
    const [told, found] = [said.feeds[index], seen.feeds[index]]
    assertSame(`the price of ${feed}`, told?.answer, found?.answer)
    assertSame(`the decimals of ${feed}`, told?.decimals, found?.decimals)
    assertSame(`the age of ${feed}`, told?.updatedAtSeconds, found?.updatedAtSeconds)
    assertSame(`the start of ${feed}`, told?.startedAtSeconds, found?.startedAtSeconds)
  }
}

/**
 * Hold what one provider simulates against what another makes of the same bytes in the same block: before, in between
 * and after.
 *
 * @throws ToolError PROVIDERS_DISAGREE
 */
export function assertSameSimulation(query: WatchQuery, said: Simulation, seen: Simulation): void {
  assertSameState(query, said.before, seen.before)
  for (const [index, call] of said.calls.entries()) {
    const other = seen.calls[index]
    assertSame('whether it reverts', call.ok, other?.ok)
    assertSame('what it returns', call.returnData, other?.returnData)
    assertSame('its gas', call.gasUsed, other?.gasUsed)
    assertSame('its events', toLogs(call.logs), toLogs(other?.logs ?? []))
  }
  assertSameState(query.behind ?? query, said.after, seen.after)
}

/** Hold what the cage asks its guardian to sign against what another provider shows of it. @throws ToolError PROVIDERS_DISAGREE */
export function assertSameDemand(said: GuardianDemand | undefined, seen: GuardianDemand | undefined): void {
  assertSame('the spend that the guardian has to sign', said?.found, seen?.found)
  assertSame('the spend that needs no guardian', said?.expected, seen?.expected)
}

/** Hold a receipt against the one that another provider shows. @throws ToolError PROVIDERS_DISAGREE */
export function assertSameReceipt(said: TransactionReceipt, seen: TransactionReceipt): void {
  assertSame('the outcome of the transaction', said.status, seen.status)
  assertSame('the block of the transaction', said.blockHash, seen.blockHash)
  assertSame('the number of its block', said.blockNumber, seen.blockNumber)
  assertSame('the gas of the transaction', said.gasUsed, seen.gasUsed)
  assertSame('the price of its gas', said.effectiveGasPrice, seen.effectiveGasPrice)
  assertSame('the events of the transaction', toLogs(said.logs), toLogs(seen.logs))
}

const toLogs = (logs: Simulation['calls'][number]['logs']) =>
  logs.map(({ address, topics, data }) => [address.toLowerCase(), [...topics], data])

/** Longest part of an answer that a denial quotes. */
const MAX_QUOTED = 200

function assertSame(subject: string, said: unknown, seen: unknown): void {
  const [expected, found] = [toText(said), toText(seen)]
  if (expected === found) return
  const [quoted, other] = [expected, found].map((text) => text.slice(0, MAX_QUOTED)) as [string, string]
  throw new ToolError('PROVIDERS_DISAGREE', { subject, expected: quoted, found: other })
}

const toText = (value: unknown) =>
  value === null || value === undefined
    ? 'nothing'
    : typeof value === 'object'
      ? toCanonicalJson(value)
      : String(value)
