import {
  type Abi,
  type Address,
  decodeFunctionData,
  getAddress,
  type Hex,
  isAddressEqual,
  numberToHex,
  pad,
  parseAbi,
  recoverTypedDataAddress,
} from 'viem'
import { expect } from 'vitest'
import type { Observation } from '../../harness/oracle/observer.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { toJson } from '../../tools/core/json.ts'
import { differenceBps, EMPTY_OUTCOME, type Outcome } from '../../tools/core/outcome.ts'
import type {
  Call,
  CallRoute,
  LocalPlan,
  Plan,
  SignaturePlan,
  TransactionPlan,
} from '../../tools/core/plan.ts'
import { findSchemaProblems } from '../../tools/core/schema.ts'
import type { PrivilegedTool, WriteTool } from '../../tools/core/tool-def.ts'
import { MESSAGE_SELECTOR } from '../../tools/kit/message-selector.ts'
import { decodeCalls } from '../../tools/safety/evidence/decode-calls.ts'
import type { Bench } from './bench.ts'

const APPROVE = parseAbi(['function approve(address spender, uint256 amount)'])

/** A plan that was carried out, with what its tool answers. */
interface CarriedOut {
  readonly plan: Plan
  readonly answer: unknown
  readonly roundTrips: number
}

/** Plan with a tool, carry the plan out by its route through the whole stack, and hold what came of it against the chain. */
export async function carryOut(
  tool: WriteTool | PrivilegedTool,
  params: unknown,
  bench: Bench,
  driftBps = 0,
): Promise<CarriedOut> {
  const { stage } = bench
  const { plan, roundTrips } = await bench.plan(tool, params)
  const approval = tool.capability === 'privileged' ? ('signed' as const) : undefined
  if (plan.kind === 'change') {
    const changed = await stage.agent.changeSafety(tool.name, params as never, approval)
    return { plan, answer: detailsOf(changed), roundTrips }
  }
  for (const call of plan.calls) {
    assertReadable(call, tool, bench)
    if (tool.capability === 'write') assertNoticesStrangers(call, bench)
  }
  if (plan.kind === 'transaction' && !BY_ROUNDS.includes(tool.name)) assertApproves(plan)
  const preview = detailsOf(await stage.agent.previewTool(tool.name, params as never, [], approval))
  const before = plan.kind === 'transaction' ? await readBalances(plan, bench) : []
  const committed = await stage.agent.call('commit_action', {
    permitId: (preview as { permitId: Hex }).permitId,
  })
  const { data } = detailsOf(committed) as { readonly data: unknown }
  if (plan.kind === 'signature') await assertSigned(plan, data as { readonly signature: Hex })
  else if (plan.kind === 'local') assertKept(tool, plan, data)
  else {
    await assertOutcome(plan, committed, { before, driftBps }, bench)
    assertRevertsToNothing(tool, plan, { params, committed }, bench)
    assertBelievesNoStranger(tool, plan, { params, committed }, bench)
  }
  return { plan, answer: data, roundTrips }
}

function detailsOf({ error, details, contradictions }: Observation): unknown {
  if (error) throw error
  expect(contradictions).toEqual([])
  return details
}

/** The agent's calls are known to a decoder and grant nothing that is never allowed; an owner can read what is approved. */
function assertReadable(
  call: Call,
  { capability }: WriteTool | PrivilegedTool,
  { protocols, stage }: Bench,
): void {
  const decoded = protocols.decoders.decode(call, stage.cage)
  const subject = `${call.data.slice(0, 10)} of ${call.to}`
  // What an owner's gate may call has a list of its own.
  if (capability === 'write') {
    expect(decoded?.forbidden, subject).toBeUndefined()
    expect(decoded?.functionName, `no decoder knows ${subject}`).toBeDefined()
  }
  // A message has no function: its scheme's decoder reads it.
  if (call.data.startsWith(MESSAGE_SELECTOR)) return
  const readable = protocols.interfaces.listCandidates(call.to).some(({ abi }) => canDecode(abi, call.data))
  expect(call.data === '0x' || readable, `no protocol has an interface with ${subject}`).toBe(true)
}

/** Functions that give nothing to whom they name beside the caller: who owes what is lent, and whose order ends. */
const NAMING_NOBODY_WHO_GAINS = ['borrow', 'cancelSingle']

/** Whoever stands in the place of the account in a call is somebody whom its decoder names, or the call is not allowed. */
function assertNoticesStrangers(call: Call, { protocols, stage }: Bench): void {
  const own = stage.cage.slice(2).toLowerCase()
  const stranger = STRANGER.slice(2)
  for (let place = call.data.indexOf(own); place >= 0; place = call.data.indexOf(own, place + 1)) {
    const data: Hex = `0x${call.data.slice(2, place)}${stranger}${call.data.slice(place + own.length)}`
    const { leaves, undecodable } = decodeCalls([{ ...call, data }], protocols.decoders, stage.cage)
    const isNoticed = leaves.some(
      (leaf) =>
        leaf.forbidden !== undefined ||
        NAMING_NOBODY_WHO_GAINS.includes(leaf.functionName) ||
        JSON.stringify(toJson(leaf)).toLowerCase().includes(stranger),
    )
    const subject = `a stranger at ${place} of ${call.data.slice(0, 10)} of ${call.to}`
    expect(undecodable.length > 0 || isNoticed, subject).toBe(true)
  }
}

/** Tools that repay shares in several rounds: what each may come to stands in no other call, and is no sum of the plan. */
const BY_ROUNDS = ['morpho_close_leverage_loop', 'morpho_deleverage_to_target']

/** What the price of shares may rise by until they are bought or repaid. */
const SHARE_GAIN_BPS = 10n

/** Nothing is approved that no other call names and that neither goes nor stays: what is left of it is taken back. */
function assertApproves({ calls, expectation: { assets, allowances } }: TransactionPlan<CallRoute>): void {
  const approvals = calls.map(({ data }) => readApproval(data))
  const others = calls.filter((_, index) => approvals[index] === undefined)
  for (const [index, amount = 0n] of approvals.entries()) {
    if (amount === 0n) continue
    const word = pad(numberToHex(amount)).slice(2)
    const isNamed =
      others.some(({ data }) => data.includes(word)) ||
      allowances.some(({ valueBaseUnits }) => valueBaseUnits === amount) ||
      assets.some(({ token, deltaBaseUnits: delta }) => {
        const most = (-delta * (10_000n + SHARE_GAIN_BPS)) / 10_000n + 1n
        return isAddressEqual(token, calls[index]?.to ?? NATIVE_TOKEN) && amount >= -delta && amount <= most
      })
    expect(isNamed, `${amount} approved of ${calls[index]?.to} and named nowhere`).toBe(true)
  }
}

function readApproval(data: Hex): bigint | undefined {
  if (!canDecode(APPROVE, data)) return undefined
  return decodeFunctionData({ abi: APPROVE, data }).args[1]
}

function canDecode(abi: Abi, data: Hex): boolean {
  try {
    decodeFunctionData({ abi, data })
    return true
  } catch {
    return false
  }
}

/** What a port says that it did is what was planned. */
function assertKept({ output }: WriteTool | PrivilegedTool, { receipt }: LocalPlan, kept: unknown): void {
  expect(findSchemaProblems(output, kept)).toEqual([])
  expect(kept).toMatchObject(receipt)
}

/** The signature is the operator's, over what was planned. */
async function assertSigned({ typedData }: SignaturePlan, { signature }: { readonly signature: Hex }) {
  const signer = await recoverTypedDataAddress({ ...typedData, signature } as never)
  expect(signer).toBe(ACTORS.operator.address)
}

interface WatchedBalance {
  readonly token: Address
  readonly account: Address
}

const listWatched = (
  { expectation }: TransactionPlan<CallRoute>,
  { stage }: Bench,
): readonly WatchedBalance[] => [
  ...[NATIVE_TOKEN, ...stage.book.tokens.map(({ address }) => address)].map((token) => ({
    token,
    account: stage.cage,
  })),
  ...expectation.assets.filter(({ account }) => !isAddressEqual(account, stage.cage)),
]

const readBalances = (plan: TransactionPlan<CallRoute>, bench: Bench) =>
  bench.stage.oracle.readBalancesOf(listWatched(plan, bench))

/** Expected = actual = observed, for assets and allowances. */
async function assertOutcome(
  plan: TransactionPlan<CallRoute>,
  { report }: Observation,
  { before, driftBps }: { readonly before: readonly (bigint | undefined)[]; readonly driftBps: number },
  bench: Bench,
): Promise<void> {
  if (report === undefined) throw new Error('the commit reported nothing')
  const { actualOutcome } = report
  const after = await readBalances(plan, bench)
  for (const [index, watched] of listWatched(plan, bench).entries()) {
    const observed = (after[index] ?? 0n) - (before[index] ?? 0n)
    const name = `${watched.token} of ${watched.account}`
    const expected = sumOf(plan.expectation, watched)
    expect(
      differenceBps(expected, observed),
      `${name}: ${expected} expected, ${observed} observed`,
    ).toBeLessThanOrEqual(driftBps)
    // What a tool reports is of the agent's account.
    if (isAddressEqual(watched.account, bench.stage.cage)) {
      expect(sumOf(actualOutcome, watched), `${name}, reported`).toBe(observed)
    }
  }
  const { allowances, positions } = plan.expectation
  expect(actualOutcome.allowances).toEqual(allowances)
  expect(await bench.stage.oracle.readAllowances(allowances)).toEqual(
    allowances.map(({ valueBaseUnits }) => valueBaseUnits),
  )
  expect(actualOutcome.positions.map(({ kind }) => kind)).toEqual(positions.map(({ kind }) => kind))
  for (const [index, { kind, unitsDelta }] of positions.entries()) {
    const found = actualOutcome.positions[index]?.unitsDelta ?? 0n
    const subject = `units ${kind}: ${unitsDelta} expected, ${found} reported`
    expect(differenceBps(unitsDelta, found), subject).toBeLessThanOrEqual(driftBps)
  }
}

/** Of a transaction that was reverted a tool reports no change. */
function assertRevertsToNothing(
  tool: WriteTool | PrivilegedTool,
  plan: TransactionPlan<CallRoute>,
  { params, committed: { report } }: { readonly params: unknown; readonly committed: Observation },
  { stage }: Bench,
): void {
  if (report === undefined) return
  const receipt = { ...report.receipt, status: 'reverted' as const, logs: [] }
  const settled = tool.settle({ params: params as never, plan, receipt, account: stage.cage })
  expect(findSchemaProblems(tool.output, settled.data)).toEqual([])
  expect(settled.actualOutcome).toEqual(EMPTY_OUTCOME)
}

/** What these make logs that it was made, and nobody knows it before. */
const TELLS_OF_ITSELF = ['uniswap_create_pool', 'wallet_deploy_smart_account']

/** A contract that logs what others log. */
const STRANGER: Address = '0x5757575757575757575757575757575757575757'

/** What another contract on the way logs, before or after those that count, changes nothing but what is told of itself. */
function assertBelievesNoStranger(
  tool: WriteTool | PrivilegedTool,
  plan: TransactionPlan<CallRoute>,
  { params, committed: { report } }: { readonly params: unknown; readonly committed: Observation },
  { stage }: Bench,
): void {
  if (report === undefined || TELLS_OF_ITSELF.includes(tool.name)) return
  const { receipt } = report
  const settle = (logs: typeof receipt.logs) =>
    tool.settle({ params: params as never, plan, receipt: { ...receipt, logs }, account: stage.cage })
  const settled = settle(receipt.logs)
  const forged = receipt.logs.map((log) => ({ ...log, address: STRANGER }))
  expect(leaveOut(settle([...forged, ...receipt.logs]))).toEqual(settled)
  expect(leaveOut(settle([...receipt.logs, ...forged]))).toEqual(settled)
}

/** Leave out what is told of the stranger's own token. */
const leaveOut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((each) => each?.token !== STRANGER).map(leaveOut)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, leaveOut(member)]))
}

const sumOf = ({ assets }: Outcome, { token, account }: WatchedBalance) =>
  assets
    .filter((delta) => getAddress(delta.token) === getAddress(token))
    .filter((delta) => isAddressEqual(delta.account, account))
    .reduce((total, { deltaBaseUnits }) => total + deltaBaseUnits, 0n)
