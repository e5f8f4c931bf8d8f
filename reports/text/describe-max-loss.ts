import type { RecordAttacks, RecordProvenance } from '../../harness/record/record.ts'
import { formatAmount } from './format-amount.ts'
import { formatCount } from './format-count.ts'

const USDC_DECIMALS = 6

/** Say the most that hostility can lose, and how near tested attacks came, in parts; nothing where it is not known. */
export function describeMaxLoss({ maxLoss }: Pick<RecordProvenance, 'maxLoss'>): string[] {
  if (maxLoss === undefined) return []
  const { bounds, untilStopUsdc, capitalUsdc, tested } = maxLoss
  const usdc = (baseUnits: string) => formatAmount(baseUnits, USDC_DECIMALS)
  return [
    `max loss ${usdc(untilStopUsdc)} of ${usdc(capitalUsdc)} USDC in all`,
    ...(tested ? describeAttacks(tested) : []),
    ...bounds.map(({ perDayUsdc, assumes }) => `  ${usdc(perDayUsdc)} a day: ${assumes}`),
  ]
}

/** The attacks are a test of their own: say when they were tried, and on what. */
function describeAttacks({ attacks, worstBps, date, gitCommit, isCurrent }: RecordAttacks): string[] {
  return [
    `  worst of ${formatCount(attacks, 'attack')} ${(worstBps / 100).toFixed(1)} % of its bound`,
    ` in test:full of ${date}${gitCommit === null ? '' : ` at ${gitCommit.slice(0, 7)}`}`,
    ...(isCurrent ? [] : ['  stale: code or policies changed since']),
  ]
}
