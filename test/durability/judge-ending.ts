import { type Address, type Hex, keccak256, type PublicClient, parseAbi } from 'viem'
import type { Stage } from '../../harness/stage/stage.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { verifyAuditLog } from '../../tools/safety/audit/verify-audit-log.ts'
import type { Message } from './laboratory.ts'
import { MOVED_USDC, SIGNED_USDC } from './operations.ts'

/** What is there once everything was recovered. */
export interface Ending {
  /** Why the store was refused, when it was. */
  readonly refused?: string
  /** What is wrong; empty when every law holds. */
  readonly findings: readonly Finding[]
  readonly committed: number
  readonly failed: number
  /** Actions that the cage executed. */
  readonly onChain: number
}

/** A law that does not hold. */
export interface Finding {
  readonly law: 'lost' | 'doubled' | 'orphaned' | 'log' | 'unpaused'
  readonly message: string
}

const executedAbi = parseAbi([
  'event Executed(bytes32 indexed permitId, uint8 effect, uint256 outflowUsdc, uint256 lossUsdc, uint256 netAssetValueUsdc, uint256 highWaterMark)',
])

const carriedOutAbi = parseAbi(['event CarriedOut(uint256 indexed nonce, string tool, address sender)'])

interface Row {
  readonly permit_id: Hex
  readonly state: string
  readonly nonce: number
  readonly body: string
}

/** The part of a stored permit that tells what it is for; big integers end in n. */
interface Body {
  readonly plan: {
    readonly kind: 'transaction' | 'signature'
    readonly typedData?: {
      readonly message: { readonly sigDeadline: string; readonly details: { readonly expiration: string } }
    }
  }
  readonly approval?: { readonly nonce: string }
}

/** Read what a permit is for; of one that cannot be read nobody knows more than that it is one. */
function readBody(text: string): Body {
  const unknown: Body = { plan: { kind: 'transaction' } }
  try {
    return { ...unknown, ...(JSON.parse(text) as Partial<Body>) }
  } catch {
    return unknown
  }
}

/** What a commit answers. */
interface Answer {
  readonly details?: { readonly permitId?: Hex; readonly data?: { readonly signature?: Hex } }
}

/** Hold store, audit log and chain against each other, by reading each of them directly. */
export async function judgeEnding(subject: {
  readonly stage: Stage
  readonly client: PublicClient
  readonly cage: Address
  readonly gate: Address
  readonly startBlock: bigint
  readonly messages: readonly Message[]
  readonly foreignNonces: number
}): Promise<Ending> {
  const { stage, client, cage, gate, startBlock: fromBlock, messages } = subject
  const { database, store } = stage.session
  const findings: Finding[] = []
  const add = (law: Finding['law'], message: string) => findings.push({ law, message })
  const all = (sql: string) => database.prepare(sql).all() as Record<string, string | number | null>[]

  const rows = all('SELECT permit_id, state, nonce, body FROM permits') as unknown as Row[]
  const permits = rows.map(({ body, ...row }) => ({ ...row, ...readBody(body) }))
  const isSignature = ({ plan }: Body) => plan.kind === 'signature'
  const ledger = all('SELECT permit_id, state, amount_usdc, until_seconds FROM ledger')
  const audit = all('SELECT entry, kind, body, hash FROM audit ORDER BY entry')
  const consumed = audit
    .filter(({ kind }) => kind === 'consumed')
    .map(({ body }) => (JSON.parse(String(body)) as { permitId: Hex }).permitId)
  const [logs, carried] = await Promise.all([
    client.getContractEvents({
      address: cage,
      abi: executedAbi,
      eventName: 'Executed',
      fromBlock,
      strict: true,
    }),
    client.getContractEvents({
      address: gate,
      abi: carriedOutAbi,
      eventName: 'CarriedOut',
      fromBlock,
      strict: true,
    }),
  ])
  const ofNonce = (nonce: bigint) =>
    permits.find(({ approval }) => approval?.nonce === `${nonce}n`)?.permit_id ?? (`0x${nonce}` as const)
  const executed = [
    ...logs.map(({ args }) => args.permitId),
    ...carried.map(({ args }) => ofNonce(args.nonce)),
  ]
  const nonce = await client.getTransactionCount({ address: ACTORS.operator.address })
  // A broken disk may have taken nothing of a halt; the paused cage tells of it all the same.
  const halted = audit.some(({ kind }) => kind === 'halt') || (await isPaused(client, cage))

  for (const { entries, hash } of messages.flatMap(({ head }) => head ?? [])) {
    if (entries > 0 && audit[entries - 1]?.hash !== hash)
      add('lost', `audit entry ${entries} was acknowledged`)
  }
  const chain = store.verifyAudit()
  if (!chain.ok) add('log', chain.problem ?? 'broken')
  const entries = store.readAudit(1, Number.MAX_SAFE_INTEGER)
  const found = await verifyAuditLog({
    entries,
    permits: store.listPermits(),
    ledger: store.ledgerAfter({ wallMs: -1, chainSeconds: -1 }),
  })
  for (const { kind, where, expected, found: seen } of found) {
    add('log', `${kind} at ${where}: expected ${expected}, found ${seen}`)
  }

  const signings = messages.filter(({ subject: what }) => what === 'typed data').length
  const used = permits.filter(({ state }) => ['committing', 'committed', 'failed'].includes(state))
  for (const permit of permits) {
    const { permit_id: permitId, state, approval } = permit
    const times = executed.filter((id) => id === permitId).length
    const uses = consumed.filter((id) => id === permitId).length
    if (times > 1) add('doubled', `permit ${permitId} was executed ${times} times`)
    if (state === 'committed' && times === 0 && !isSignature(permit))
      add('lost', `permit ${permitId} is committed but not in the chain`)
    if (state !== 'committed' && times > 0) add('orphaned', `permit ${permitId} is ${state} but in the chain`)
    if (state === 'committing') add('orphaned', `permit ${permitId} is still committing`)
    if (uses !== (used.some(({ permit_id }) => permit_id === permitId) ? 1 : 0)) {
      add(uses > 1 ? 'doubled' : 'orphaned', `permit ${permitId} is ${state} with ${uses} consumptions`)
    }
    const reservations = ledger.filter(({ permit_id }) => permit_id === permitId)
    if (reservations.length !== uses)
      add('orphaned', `permit ${permitId} has ${reservations.length} reservations`)
    // Whether a signature got out shows nowhere: once a key was asked for one, all of it counts. What an owner
    // approved is none of the agent's spend.
    const isSpent = state === 'committed' ? approval === undefined : isSignature(permit) && signings > 0
    const least = isSpent ? (isSignature(permit) ? SIGNED_USDC : MOVED_USDC) : 0n
    for (const { state: settled, amount_usdc: amount, until_seconds: until } of reservations) {
      if (settled !== 'spent') add('orphaned', `the reservation of ${permitId} is ${settled}`)
      if (BigInt(String(amount)) < least) {
        add('lost', `permit ${permitId} spent ${least} base units of USDC, the ledger says ${amount}`)
      }
      const { typedData } = permit.plan
      if (typedData === undefined) continue
      const { sigDeadline, details } = typedData.message
      const last = Math.max(Number.parseInt(sigDeadline, 10), Number.parseInt(details.expiration, 10))
      if (until !== last) add('lost', `the signature of ${permitId} holds until ${last}, not ${until}`)
      const counts = (second: number) =>
        store
          .ledgerAfter({ wallMs: Number.MAX_SAFE_INTEGER, chainSeconds: Number.MAX_SAFE_INTEGER }, second)
          .some((entry) => entry.permitId === permitId)
      if (!counts(last) || counts(last + 1)) add('lost', `the signature of ${permitId} counts at other times`)
    }
    if (approval !== undefined) {
      const key = `owner-approval ${gate.toLowerCase()} ${Number.parseInt(approval.nonce, 10)}`
      const isUsedUp = store.readMeta(key) === permitId
      if (isUsedUp !== (uses === 1)) add('orphaned', `the approval of ${permitId} with ${uses} consumptions`)
    }
  }

  const changes = audit.filter(({ kind }) => kind === 'owner-change').length
  const effects = audit.filter(({ kind }) => kind === 'halt-cleared' || kind === 'spending-limits').length
  const usedUp = all("SELECT key FROM meta WHERE key LIKE 'owner-approval %'").length
  const approved = used.filter(({ approval }) => approval !== undefined).length
  if (changes !== effects || changes + approved !== usedUp) {
    add(
      'orphaned',
      `${usedUp} approvals used up for ${approved} permits, ${changes} changes, ${effects} effects`,
    )
  }

  const signed = used.filter(isSignature)
  if (signings > signed.length) {
    add('orphaned', `${signings} signatures were asked for, ${signed.length} are accounted for`)
  }
  for (const { answer } of messages) {
    const { permitId, data } = (answer as Answer | undefined)?.details ?? {}
    if (data?.signature === undefined) continue
    const hash = keccak256(data.signature)
    const given = audit.filter(({ kind, body }) => kind === 'permit' && String(body).includes(hash))
    if (given.length > 1) add('doubled', `the signature of ${permitId} is in the log ${given.length} times`)
    if (given.length === 0) add('lost', `the signature of ${permitId} is not in the log`)
    if (signed.find(({ permit_id }) => permit_id === permitId)?.state !== 'committed') {
      add('lost', `the signature of ${permitId} was given out`)
    }
  }
  for (const permitId of executed) {
    if (!consumed.includes(permitId) && !halted)
      add('orphaned', `${permitId} was executed without a log entry`)
  }
  // A signature uses up no nonce.
  const sent = used.filter((permit) => !isSignature(permit))
  const nonces = sent.map((permit) => permit.nonce)
  if (new Set(nonces).size < nonces.length && !halted) add('doubled', 'two used permits have one nonce')
  const committed = permits.filter(({ state }) => state === 'committed').length
  if (!halted && nonce > sent.length + subject.foreignNonces) {
    add('doubled', `${nonce} nonces for ${sent.length} used permits`)
  }

  return {
    findings,
    committed,
    failed: permits.filter(({ state }) => state === 'failed').length,
    onChain: executed.length,
  }
}

/** What was said to be durable is there, as it was. */
export function judgeRows(found: readonly string[], messages: readonly Message[]): Finding[] {
  const rows = new Set(found)
  return messages
    .flatMap((message) => message.rows ?? [])
    .filter((row) => !rows.has(row))
    .map((row) => ({ law: 'lost', message: `${row.slice(0, 120)} was acknowledged` }))
}

const pausedAbi = parseAbi(['function paused() view returns (bool)'])

const isPaused = (client: PublicClient, cage: Address) =>
  client.readContract({ address: cage, abi: pausedAbi, functionName: 'paused' })

/** Whatever the disk did to a halt that answered, the cage is paused. */
export async function judgeHalt(
  client: PublicClient,
  cage: Address,
  messages: readonly Message[],
): Promise<Finding[]> {
  if (messages.every(({ answer }) => answer === undefined)) return []
  return (await isPaused(client, cage))
    ? []
    : [{ law: 'unpaused', message: 'the halt answered, and the cage is not paused' }]
}

/** After recovery the stack must act again, unless it was told not to. */
export async function judgeLife(stage: Stage): Promise<Finding[]> {
  const act = async () =>
    (
      await stage.agent.call('preview_action', {
        kind: 'swap',
        params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '100000000' },
      })
    ).error
  let error = await act()
  if (error?.code === 'ACCOUNT_FENCED') {
    // Another signer acted; the claim of its owner was cut off and is made again.
    await stage.session.agent.safety.claimAccount()
    error = await act()
  }
  // A halt that was lifted leaves the cage paused.
  const told = ['HALTED', 'PAUSE_UNEXPLAINED', 'CAGE_PAUSED'].includes(error?.code ?? '')
  if (error === undefined || told || error.layer === 'phase') return []
  return [{ law: 'lost', message: `the stack does not act any more: ${error.code}: ${error.shortMessage}` }]
}
