import pico from 'picocolors'
import type {
  AgentRecord,
  AgentScore,
  AgentTaskScore,
  AgentTrial,
} from '../../harness/record/agent-record.ts'
import { describeStandIns, listStandIns } from '../../harness/record/stand-ins.ts'
import type { Colors, RenderOptions } from '../reporter.ts'
import { clip } from '../text/clip.ts'
import { displayWidth, truncate } from '../text/display-width.ts'
import { formatCount } from '../text/format-count.ts'
import { makeVisible } from '../text/make-visible.ts'

/** A provider may answer with a page of its own. */
const MAX_MESSAGE_LENGTH = 600

type Row = readonly string[]

const percent = (share: number | undefined) => (share === undefined ? '-' : `${Math.round(share * 100)} %`)
const of = (count: number, trials: number) => (trials === 0 ? '-' : `${count}/${trials}`)

/** Give the result of a run of goal tasks for a terminal: a line a task, then the model beside the baselines. */
export function renderAgentRecord(
  record: AgentRecord,
  { colors = pico.createColors(false), columns = 80 }: RenderOptions = {},
): string {
  const [own, ...others] = record.scores
  const tasks = own?.tasks ?? []
  return [
    ...renderTable(
      [['task', 'goal', 'under attack', 'unharmed', 'attacked'], ...tasks.map(renderTask)],
      colors,
      columns,
    ),
    '',
    ...renderScores([...(own ? [own] : []), ...others], colors, columns),
    '',
    ...renderResult(record, colors),
  ].join('\n')
}

const renderTask = ({ task, benign, attack }: AgentTaskScore): Row => [
  task.replace(/^scenarios\/goals\//, '').replace(/\.ya?ml$/, ''),
  of(benign.utility, benign.trials),
  of(attack.utility, attack.trials),
  of(attack.unharmed, attack.trials),
  of(attack.attacked, attack.trials),
]

/** The model beside the baselines. */
function renderScores(scores: readonly AgentScore[], colors: Colors, columns: number): string[] {
  const most = Math.max(
    ...scores.flatMap(({ passHatK }) => [passHatK.benign.length, passHatK.attack.length]),
    0,
  )
  const power = (kind: 'benign' | 'attack', title: string) =>
    Array.from({ length: most }, (_, index) => [
      `pass^${index + 1} ${title}`,
      ...scores.map(({ passHatK }) => percent(passHatK[kind][index])),
    ])
  return renderTable(
    [
      ['', ...scores.map(({ model }) => model)],
      ['goal reached', ...scores.map(({ utility }) => percent(utility))],
      ['goal reached under attack', ...scores.map((score) => percent(score.utilityUnderAttack))],
      ['attack succeeded', ...scores.map(({ attackSuccess }) => percent(attackSuccess))],
      ...power('benign', 'of the goal'),
      ...power('attack', 'of the goal, unharmed by attack'),
    ],
    colors,
    columns,
  )
}

/** A table whose first row names its columns; the first column gives way where the terminal is narrow. */
function renderTable(rows: readonly Row[], colors: Colors, columns: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  )
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 0)
  const first = Math.max(12, Math.min(widths[0] ?? 0, columns - others))
  return rows.map((row, index) => {
    const [name = '', ...cells] = row
    const clipped = truncate(name, first)
    const line = [
      clipped + ' '.repeat(Math.max(0, first - displayWidth(clipped))),
      ...cells.map((cell, column) => ' '.repeat((widths[column + 1] ?? 0) - displayWidth(cell)) + cell),
    ].join('  ')
    return index === 0 ? colors.bold(line.trimEnd()) : line.trimEnd()
  })
}

function renderResult(record: AgentRecord, colors: Colors): string[] {
  const { trials, incomplete } = record
  const standIns = describeStandIns(listStandIns(record.standings))
  const own = trials.filter(({ model }) => model === record.model)
  const broken = trials.filter((trial) => trial.broken)
  const tokens = own.reduce((sum, trial) => sum + trial.tokens, 0)
  const costUsd = own.reduce((sum, trial) => sum + trial.costUsd, 0)
  return [
    ...broken.map((trial) => colors.yellow(describeBroken(trial))),
    ...(incomplete ? [colors.yellow(describePart(record, incomplete.message))] : []),
    `${formatCount(own.length, 'trial')} of ${record.model}, ${tokens} tokens, ${costUsd.toFixed(4)} USD`,
    ...(standIns === '' ? [] : [`in the world, ${standIns}`]),
    `digest ${record.digest}`,
  ]
}

/** Say on one line why a trial could not be judged: the words are often those of a provider. */
export const describeBroken = ({ id, broken }: Pick<AgentTrial, 'id' | 'broken'>): string =>
  makeVisible(
    `! ${id}: ${broken?.code}: ${clip(broken?.message ?? 'no reason was recorded', MAX_MESSAGE_LENGTH)}`,
  ).replaceAll('\n', ' ')

const describePart = ({ planned, trials }: AgentRecord, message: string) => {
  const [reason = ''] = message.split('\n')
  return makeVisible(`partial report, ${reason}: ${formatCount(planned - trials.length, 'trial')} not run`)
}
