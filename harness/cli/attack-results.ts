import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { RecordAttacks } from '../record/record.ts'
import { writeAtomically } from '../write-atomically.ts'
import { hashCode } from './hash-code.ts'
import { PROJECT_ROOT } from './paths.ts'
import { readCheckout } from './read-git.ts'

/** What the long attack test found last. */
const FILE = join(PROJECT_ROOT, 'reports/max-loss/latest.json')

/** What attacks were tried on: what they found holds for this alone. */
interface AttackSubject {
  readonly codeHash: string
  readonly policyHash: string
}

/** Keep what attacks found, with what they were tried on. */
export async function writeAttackResults(
  found: Pick<RecordAttacks, 'attacks' | 'worstBps'>,
  book: AddressBook,
  now: Date,
): Promise<void> {
  const { hashDefaultSettings } = await import('../schedule/default-settings.ts')
  const subject: AttackSubject = { codeHash: hashCode(), policyHash: hashDefaultSettings(book) }
  const results = {
    ...found,
    date: now.toISOString().slice(0, 10),
    gitCommit: (await readCheckout()).gitCommit,
    ...subject,
  }
  writeAtomically(FILE, `${JSON.stringify(results, null, 2)}\n`)
}

/** Read what attacks found last, and whether it was on this; undefined where none were kept. */
export function readAttackResults(now: AttackSubject): RecordAttacks | undefined {
  if (!existsSync(FILE)) return undefined
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Omit<RecordAttacks, 'isCurrent'> &
    Partial<AttackSubject>
  const { attacks, worstBps, date, gitCommit } = kept
  // What does not say when it was is nothing to go by.
  if (date === undefined) return undefined
  const isCurrent = kept.codeHash === now.codeHash && kept.policyHash === now.policyHash
  return { attacks, worstBps, date, gitCommit, isCurrent }
}
