import type { RecordStep } from './record.ts'

/** Sum the gas of the transactions that the agent sent in a step, of halts and cancels too; those without a receipt have none. */
export const gasOf = ({ sent, transaction }: Pick<RecordStep, 'sent' | 'transaction'>): bigint =>
  (sent ?? (transaction ? [transaction] : [])).reduce((sum, { gasUsed }) => sum + BigInt(gasUsed ?? 0), 0n)
