import { type Address, type Hex, type PublicClient, parseAbi } from 'viem'
import type { Stage } from '../../harness/run/stage.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { verifyAuditLog } from '../../tools/safety/audit/verify-audit-log.ts'

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
  readonly law: 'lost' | 'doubled' | 'orphaned' | 'log'
  readonly message: string
}

const executedAbi = parseAbi([
  'event Executed(bytes32 indexed permitId, uint8 effect, uint256 outflowUsdc, uint256 lossUsdc, uint256 netAssetValueUsdc, uint256 highWaterMark)',
])

interface Row {
  readonly permit_id: Hex
  readonly state: string
  readonly nonce: number
}

/** Hold store, audit log and chain against each other, by reading each of them directly. */
export async function judgeEnding(subject: {
  readonly stage: Stage
  readonly client: PublicClient
  readonly cage: Address
  readonly startBlock: bigint
  readonly acknowledged: readonly { readonly entries: number; readonly hash: Hex }[]
}): Promise<Ending> {
  const { stage, client, cage } = subject
  const { database, store } = stage.session
  const findings: Finding[] = []
  const add = (law: Finding['law'], message: string) => findings.push({ law, message })
  const all = (sql: string) => database.prepare(sql).all() as Record<string, string | number | null>[]

  const permits = all('SELECT permit_id, state, nonce FROM permits') as unknown as Row[]
  const ledger = all('SELECT permit_id, state, amount_usdc FROM ledger')
  const audit = all('SELECT entry, kind, body, hash FROM audit ORDER BY entry')
  const consumed = audit
    .filter(({ kind }) => kind === 'consumed')
    .map(({ body }) => (JSON.parse(String(body)) as { permitId: Hex }).permitId)
  const logs = await client.getContractEvents({
    address: cage,
    abi: executedAbi,
    eventName: 'Executed',
    fromBlock: subject.startBlock,
    strict: true,
  })
  const executed = logs.map(({ args }) => args.permitId)
  const nonce = await client.getTransactionCount({ address: ACTORS.operator.address })
  const halted = audit.some(({ kind }) => kind === 'halt')

  for (const { entries, hash } of subject.acknowledged) {
    if (entries > 0 && audit[entries - 1]?.hash !== hash)
      add('lost', `audit entry ${entries} was acknowledged`)
  }
  const chain = store.verifyAudit()
  if (!chain.ok) add('log', chain.problem ?? 'broken')
  const found = await verifyAuditLog({
    entries: store.readAudit(1, Number.MAX_SAFE_INTEGER),
    permits: store.listPermits(),
  })
  for (const { kind, where, expected, found: seen } of found) {
    add('log', `${kind} at ${where}: expected ${expected}, found ${seen}`)
  }

  const used = permits.filter(({ state }) => ['committing', 'committed', 'failed'].includes(state))
  for (const { permit_id: permitId, state } of permits) {
    const times = executed.filter((id) => id === permitId).length
    const uses = consumed.filter((id) => id === permitId).length
    if (times > 1) add('doubled', `permit ${permitId} was executed ${times} times`)
    if (state === 'committed' && times === 0)
      add('lost', `permit ${permitId} is committed but not in the chain`)
    if (state !== 'committed' && times > 0) add('orphaned', `permit ${permitId} is ${state} but in the chain`)
    if (state === 'committing') add('orphaned', `permit ${permitId} is still committing`)
    if (uses !== (used.some(({ permit_id }) => permit_id === permitId) ? 1 : 0)) {
      add(uses > 1 ? 'doubled' : 'orphaned', `permit ${permitId} is ${state} with ${uses} consumptions`)
    }
    const reservations = ledger.filter(({ permit_id }) => permit_id === permitId)
    if (reservations.length !== uses)
      add('orphaned', `permit ${permitId} has ${reservations.length} reservations`)
    for (const { state: settled, amount_usdc: amount } of reservations) {
      if (settled !== 'spent') add('orphaned', `the reservation of ${permitId} is ${settled}`)
      if (state === 'committed' && BigInt(String(amount)) < 500_000_000n) {
        add('lost', `permit ${permitId} spent 500 USDC, the ledger says ${amount}`)
      }
    }
  }
  for (const permitId of executed) {
    if (!consumed.includes(permitId) && !halted)
      add('orphaned', `${permitId} was executed without a log entry`)
  }
  const nonces = used.map((row) => row.nonce)
  if (new Set(nonces).size < nonces.length && !halted) add('doubled', 'two used permits have one nonce')
  const committed = permits.filter(({ state }) => state === 'committed').length
  if (!halted && nonce > used.length) add('doubled', `${nonce} nonces for ${used.length} used permits`)

  return {
    findings,
    committed,
    failed: permits.filter(({ state }) => state === 'failed').length,
    onChain: executed.length,
  }
}

/** After recovery the stack must act again, unless it was told not to. */
export async function judgeLife(stage: Stage): Promise<Finding[]> {
  const { error } = await stage.call('preview_action', {
    kind: 'swap',
    params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '100000000' },
  })
  if (error === undefined || error.code === 'HALTED' || error.layer === 'phase') return []
  return [{ law: 'lost', message: `the stack does not act any more: ${error.code}: ${error.shortMessage}` }]
}
