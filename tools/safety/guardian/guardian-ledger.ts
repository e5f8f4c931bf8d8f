import type { Hex } from 'viem'
import { formatUsdc } from '../../core/amount.ts'
import { createMutex } from '../../core/mutex.ts'
import type { CheckpointSink } from '../audit/checkpointer.ts'
import type { AllowancePair, NotedAllowance } from '../evidence/live-allowances.ts'
import { SPENDING_WINDOW_SECONDS } from '../policy/policy.ts'

/** Something that a guardian signed. */
export interface GuardianEntry {
  /** Hash of what was signed: who asks for the same again gets the same again. */
  readonly hash: Hex
  readonly permitId: Hex
  readonly amountUsdc: bigint
  readonly signedSeconds: number
  /** Last second at which the transaction may run, and as of which it counts; undefined for a signature. */
  readonly deadlineSeconds?: number
  /** Last second at which what a signature authorises can be used; it counts until then, however old it is. */
  readonly untilSeconds?: number
  /** What the allowances were that it raises. */
  readonly seenAllowances?: readonly NotedAllowance[]
}

/** That something which was signed can never run any more, by its hash. */
interface Void {
  readonly void: Hex
}

/** What a guardian remembers of what it signed. Nothing that the agent says or keeps enters it. */
export interface GuardianLedger {
  /**
   * Count something that is about to be signed, durably, before the signature is given out; answers why it may not be
   * signed, or undefined. What was counted before under the same hash is counted once, at its highest and latest.
   */
  admit(
    entry: GuardianEntry,
    rules: {
      readonly perDayUsdc: bigint
      /** Whether a transaction can be seen never to have run, and never to run any more. */
      isVoid(entry: GuardianEntry): Promise<boolean>
      /** What may still be taken by allowances that none of the entries of the window granted. */
      countLive(seen: readonly NotedAllowance[]): bigint
    },
  ): Promise<string | undefined>
  /** Every allowance that something signed here raised. */
  listGranted(): readonly AllowancePair[]
}

/**
 * Open the ledger over a file of its own.
 *
 * @throws Error for a line that is no entry
 */
export async function openGuardianLedger(sink: CheckpointSink): Promise<GuardianLedger> {
  const text = await sink.read()
  // What a crash cut off was never signed.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const entries = new Map<Hex, GuardianEntry>()
  // Time does not run backwards, whatever a node shows.
  let latestSeconds = 0
  const count = (kept: GuardianEntry | Void) => {
    if ('void' in kept) return entries.delete(kept.void)
    latestSeconds = Math.max(latestSeconds, kept.signedSeconds)
    return entries.set(kept.hash, kept)
  }
  for (const line of whole.split('\n').slice(0, -1)) count(decodeLine(line))
  let { length } = whole
  const exclusively = createMutex()

  const keep = async (kept: GuardianEntry | Void) => {
    const line = `${encodeLine(kept)}\n`
    await sink.append(line, length)
    length += line.length
    count(kept)
  }

  /** What is held back until its deadline leaves within the 24 hours after that. */
  const isInWindow = ({ signedSeconds, deadlineSeconds = 0 }: GuardianEntry, nowSeconds: number) =>
    Math.max(signedSeconds, deadlineSeconds) > nowSeconds - SPENDING_WINDOW_SECONDS

  /** List what counts at a moment beside one entry. */
  const listOthers = (nowSeconds: number, hash: Hex) =>
    [...entries.values()].filter(
      (entry) =>
        entry.hash !== hash && (isInWindow(entry, nowSeconds) || (entry.untilSeconds ?? 0) >= nowSeconds),
    )

  return {
    listGranted: () => [...entries.values()].flatMap(({ seenAllowances = [] }) => seenAllowances),
    admit: (asked, { perDayUsdc, isVoid, countLive }) =>
      exclusively(async () => {
        const nowSeconds = Math.max(asked.signedSeconds, latestSeconds)
        const before = entries.get(asked.hash)
        const entry: GuardianEntry = {
          ...asked,
          signedSeconds: nowSeconds,
          amountUsdc: before && before.amountUsdc > asked.amountUsdc ? before.amountUsdc : asked.amountUsdc,
        }
        const sum = () => {
          const counted = listOthers(nowSeconds, asked.hash)
          const granting = counted.filter((other) => isInWindow(other, nowSeconds))
          return counted.reduce(
            (total, { amountUsdc }) => total + amountUsdc,
            countLive(granting.flatMap(({ seenAllowances = [] }) => seenAllowances)),
          )
        }
        let sumUsdc = sum()
        // What is void is forgotten once room is needed.
        for (const other of listOthers(nowSeconds, asked.hash)) {
          if (sumUsdc + entry.amountUsdc <= perDayUsdc) break
          if (!(await isVoid(other))) continue
          await keep({ void: other.hash })
          sumUsdc = sum()
        }
        if (sumUsdc + entry.amountUsdc > perDayUsdc) {
          return `it signed for ${formatUsdc(sumUsdc)} in 24 hours, allowances that live included, ${formatUsdc(entry.amountUsdc)} more is above ${formatUsdc(perDayUsdc)}`
        }
        await keep(entry)
        return undefined
      }),
  }
}

const encodeLine = (kept: GuardianEntry | Void) =>
  JSON.stringify('void' in kept ? kept : { ...kept, amountUsdc: kept.amountUsdc.toString() })

function decodeLine(line: string): GuardianEntry | Void {
  const decoded = JSON.parse(line) as
    | Void
    | (Omit<GuardianEntry, 'amountUsdc'> & { readonly amountUsdc: string })
  if ('void' in decoded) return decoded
  const { amountUsdc, ...kept } = decoded
  if (!Number.isSafeInteger(kept.signedSeconds)) throw new Error(`the guardian's ledger holds ${line}`)
  return { ...kept, amountUsdc: BigInt(amountUsdc) }
}
