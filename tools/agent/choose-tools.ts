import type { ToolDescription } from '../core/tool-def.ts'

/** What is known of a tool when it is chosen. */
export type Choosable = Pick<ToolDescription, 'name' | 'category' | 'description'>

/** Most concrete tools that are described to the model for one inference. */
export const MOST_DESCRIBED_TOOLS = 12

/** What a word counts for, by where a tool has it. */
const WEIGHTS = { name: 6, category: 4, description: 1 } as const

/** A word of the goal counts for more than one of what was called of late. */
const GOAL_FACTOR = 2

/** Words of a text in lower case, without their plural. */
const readWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .filter(Boolean)

interface Described {
  readonly tool: Choosable
  /** What each of its words counts for. */
  readonly words: ReadonlyMap<string, number>
}

/** Weigh the words of tools; those that most of them share tell none from another, and count for nothing. */
function weighWords(tools: readonly Choosable[]): readonly Described[] {
  const described = tools.map((tool) => {
    const words = new Map<string, number>()
    // The weightier place last, so that it stands.
    for (const place of ['description', 'category', 'name'] as const) {
      for (const word of readWords(tool[place])) words.set(word, WEIGHTS[place])
    }
    return { tool, words }
  })
  const holders = new Map<string, number>()
  for (const { words } of described) {
    for (const word of words.keys()) holders.set(word, (holders.get(word) ?? 0) + 1)
  }
  const isShared = (word: string) => tools.length > 2 && 2 * (holders.get(word) ?? 0) > tools.length
  return described.map(({ tool, words }) => ({
    tool,
    words: new Map([...words].filter(([word]) => !isShared(word))),
  }))
}

const compareNames = (a: Choosable, b: Choosable) => (a.name < b.name ? -1 : Number(a.name > b.name))

/**
 * Choose the tools that the model is told of: those whose words are in the goal, then in the names of what was called
 * of late; among equals one of each category first, then by name. Same input, in whatever order, same tools.
 *
 * @returns names, the most fitting first, `MOST_DESCRIBED_TOOLS` at most
 */
export function chooseTools(input: {
  readonly goal: string
  /** Names of tools and action kinds that were called of late. */
  readonly recent: readonly string[]
  readonly tools: readonly Choosable[]
}): readonly string[] {
  const goal = new Set(readWords(input.goal))
  const recent = new Set(input.recent.flatMap(readWords))
  const scored = weighWords(input.tools).map(({ tool, words }) => {
    const sum = (wanted: ReadonlySet<string>) =>
      [...words].reduce((total, [word, weight]) => total + (wanted.has(word) ? weight : 0), 0)
    return { tool, score: GOAL_FACTOR * sum(goal) + sum(recent) }
  })
  scored.sort((a, b) => b.score - a.score || compareNames(a.tool, b.tool))
  const taken = new Map<string, number>()
  const ranked = scored.map(({ tool, score }) => {
    const group = `${score} ${tool.category}`
    const rank = taken.get(group) ?? 0
    taken.set(group, rank + 1)
    return { tool, score, rank }
  })
  return ranked
    .sort((a, b) => b.score - a.score || a.rank - b.rank || compareNames(a.tool, b.tool))
    .slice(0, MOST_DESCRIBED_TOOLS)
    .map(({ tool }) => tool.name)
}
