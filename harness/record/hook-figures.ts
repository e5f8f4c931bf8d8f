import type { RecordFigure, RecordHookVerdict } from './record.ts'

/**
 * Leave out of the verdicts of a step the figures that a hook had already come to at an earlier stage of the step;
 * {@link figuresOf} gives them all.
 */
export function condenseFigures(verdicts: readonly RecordHookVerdict[]): readonly RecordHookVerdict[] {
  return verdicts.map((verdict, index) => {
    const earlier = verdicts.slice(0, index).findLast(({ hook }) => hook === verdict.hook)
    if (earlier?.figures === undefined || verdict.figures === undefined) return verdict
    const { figures, ...rest } = verdict
    const changed = figures.filter((figure) => !earlier.figures?.some((other) => isSame(other, figure)))
    // What is left out has to follow from what was said: no figure of the earlier stage may have gone.
    if (!areSame(figures, merge(earlier.figures, changed))) return verdict
    return { ...rest, ...(changed.length > 0 ? { figures: changed } : {}), otherwiseAs: earlier.stage }
  })
}

/** All figures by which the hook of one verdict of a step decided, in their order. */
export function figuresOf(
  verdicts: readonly RecordHookVerdict[],
  verdict: RecordHookVerdict,
): readonly RecordFigure[] {
  const { figures = [], otherwiseAs } = verdict
  if (otherwiseAs === undefined) return figures
  const earlier = verdicts
    .slice(0, verdicts.indexOf(verdict))
    .findLast(({ hook, stage }) => hook === verdict.hook && stage === otherwiseAs)
  return earlier ? merge(figuresOf(verdicts, earlier), figures) : figures
}

const merge = (earlier: readonly RecordFigure[], changed: readonly RecordFigure[]): readonly RecordFigure[] =>
  earlier.map((figure) => changed.find((other) => keyOf(other) === keyOf(figure)) ?? figure)

const keyOf = ({ name, unit, source }: RecordFigure) => JSON.stringify([name, unit, source])

const isSame = (a: RecordFigure, b: RecordFigure) =>
  keyOf(a) === keyOf(b) &&
  a.value === b.value &&
  a.decimals === b.decimals &&
  a.most === b.most &&
  a.least === b.least

const areSame = (a: readonly RecordFigure[], b: readonly RecordFigure[]) =>
  a.length === b.length && a.every((figure, at) => isSame(figure, b[at] as RecordFigure))
