import type { LikelyRead, ReadTool } from '../../core/tool-def.ts'

/** How many calls the probability that a tool states weighs as, against what this agent does. */
const PRIOR_CALLS = 10

/** Which reads follow each other, as one agent shows it. */
export interface CoOccurrenceTable {
  /** What follows a tool at least as likely as the threshold says. */
  after(tool: Pick<ReadTool, 'leadsTo'>): readonly LikelyRead[]
  /** A read that was expected was asked for, or was not. */
  note(likely: LikelyRead, followed: boolean): void
}

/** Create the table of an agent: it begins with what the tools state, and learns from what the agent asks for. */
export function createCoOccurrenceTable(threshold: number): CoOccurrenceTable {
  const seen = new Map<LikelyRead, { readonly calls: number; readonly followed: number }>()
  const seenOf = (likely: LikelyRead) => seen.get(likely) ?? { calls: 0, followed: 0 }
  const rate = (likely: LikelyRead) => {
    const { calls, followed } = seenOf(likely)
    return (likely.probability * PRIOR_CALLS + followed) / (PRIOR_CALLS + calls)
  }
  return {
    after: ({ leadsTo = [] }) => leadsTo.filter((likely) => rate(likely) >= threshold),
    note(likely, didFollow) {
      const { calls, followed } = seenOf(likely)
      seen.set(likely, { calls: calls + 1, followed: followed + (didFollow ? 1 : 0) })
    },
  }
}
