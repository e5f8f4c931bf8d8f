import type { RecordFigure, RecordHookVerdict, RecordStep } from './record.ts'

/** Follows the figures of hooks through the steps of a scenario. */
export interface FigureWatch {
  /**
   * Leave out of the verdicts of a step the figures that a hook had already come to, at an earlier stage of the step or in
   * an earlier one; {@link restoreFigures} puts them back.
   */
  condense(verdicts: readonly RecordHookVerdict[], step: number): readonly RecordHookVerdict[]
}

/** Begin to follow the figures of hooks. */
export function createFigureWatch(): FigureWatch {
  const known = followFigures()
  return {
    condense: (verdicts, step) =>
      verdicts.map((verdict) => {
        const earlier = known.last(verdict.hook)
        known.take(verdict, step)
        if (earlier === undefined || verdict.figures === undefined) return verdict
        const { figures, ...rest } = verdict
        const changed = figures.filter((figure) => !earlier.figures.some((other) => isSame(other, figure)))
        // What is left out has to follow from what was said: no figure of the earlier verdict may have gone.
        if (!areSame(figures, merge(earlier.figures, changed))) return verdict
        return {
          ...rest,
          ...(changed.length > 0 ? { figures: changed } : {}),
          otherwiseAs: earlier.stage,
          ...(earlier.step === step ? {} : { otherwiseIn: earlier.step }),
        }
      }),
  }
}

/** Give the steps of a scenario with all figures by which hooks decided, in their order. */
export function restoreFigures<Step extends Pick<RecordStep, 'index' | 'hooks'>>(
  steps: readonly Step[],
): Step[] {
  const known = followFigures()
  return steps.map((step) => {
    const { index, hooks } = step
    return {
      ...step,
      hooks: hooks.map((verdict) => {
        const figures = known.take(verdict, index)
        const { otherwiseAs: _, otherwiseIn: __, ...rest } = verdict
        return figures === undefined ? rest : { ...rest, figures }
      }),
    }
  })
}

/** Verdicts with all of their figures. */
interface Known {
  readonly stage: string
  readonly step: number
  readonly figures: readonly RecordFigure[]
}

/** Follow the figures of hooks from verdict to verdict. */
function followFigures() {
  const last = new Map<string, Known>()
  const told = new Map<string, readonly RecordFigure[]>()
  return {
    /** The last verdict of a hook that had any. */
    last: (hook: string) => last.get(hook),
    /** Take note of a verdict; answers all of its figures. */
    take(
      { hook, stage, figures, otherwiseAs, otherwiseIn }: RecordHookVerdict,
      step: number,
    ): readonly RecordFigure[] | undefined {
      const earlier =
        otherwiseAs === undefined ? undefined : told.get(`${hook} ${otherwiseAs} ${otherwiseIn ?? step}`)
      const all = earlier ? merge(earlier, figures ?? []) : figures
      if (all === undefined) return undefined
      told.set(`${hook} ${stage} ${step}`, all)
      last.set(hook, { stage, step, figures: all })
      return all
    },
  }
}

const merge = (earlier: readonly RecordFigure[], changed: readonly RecordFigure[]): readonly RecordFigure[] =>
  earlier.map((figure) => changed.find((other) => isOfSame(other, figure)) ?? figure)

/** Whether two figures are of the same thing, whatever they come to. */
const isOfSame = (a: RecordFigure, b: RecordFigure) =>
  a.name === b.name && a.unit === b.unit && a.source === b.source

const isSame = (a: RecordFigure, b: RecordFigure) =>
  isOfSame(a, b) &&
  a.value === b.value &&
  a.decimals === b.decimals &&
  a.most === b.most &&
  a.least === b.least

const areSame = (a: readonly RecordFigure[], b: readonly RecordFigure[]) =>
  a.length === b.length && a.every((figure, at) => isSame(figure, b[at] as RecordFigure))
