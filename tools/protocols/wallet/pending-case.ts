import { at, type CaseStep, kept } from '../../core/cases.ts'

const pay = (amountBaseUnits: string): CaseStep => ({
  pi: 'preview_action',
  args: { kind: 'transfer-native', params: { recipient: at('recipient'), amountBaseUnits } },
})

/** What is asked for next brings what was open to its end. */
export const PREVIEW_NEXT: CaseStep = pay('1')

/** A payment that is sent while nothing is mined; its preview is kept as `stuck`. */
export const STUCK: readonly CaseStep[] = [
  { ...pay('1000'), keep: 'stuck' },
  { mining: false },
  { pi: 'commit_action', args: { permitId: kept('stuck.permitId') }, code: 'TRANSACTION_PENDING' },
]
