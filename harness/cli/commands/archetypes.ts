import { type Archetype, declareArchetype } from '../../../tools/agent/archetype.ts'
import { validateGraph } from '../../../tools/agent/delegation/validate-graph.ts'
import { ALL_ARCHETYPES } from '../../../tools/agent/generated/archetypes.ts'
import { writesOnChain } from '../../../tools/profiles/boot-capabilities.ts'
import { DEV_REGISTRY } from '../../../tools/profiles/dev.ts'
import { resolveTools } from '../../../tools/profiles/resolve-tools.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'

/** Options of `assay archetypes`. */
export interface ArchetypesOptions {
  readonly graph?: 'mermaid' | 'dot'
  readonly json?: boolean
}

/** List the archetypes with their tools and edges, or print the graph of delegations. */
export function listArchetypes(options: ArchetypesOptions, io: CliIo): number {
  const archetypes = [...validateGraph(ALL_ARCHETYPES, DEV_REGISTRY.tools).values()]
  if (options.graph) {
    io.print(options.graph === 'dot' ? renderDot(archetypes) : renderMermaid(archetypes))
    return EXIT_CODES.pass
  }
  const rows = archetypes.map((archetype) => {
    const { tools } = resolveTools(declareArchetype(archetype), DEV_REGISTRY.tools)
    return { ...archetype, toolCount: tools.length, writes: tools.filter(writesOnChain).length }
  })
  if (options.json) {
    io.print(JSON.stringify(rows, null, 2))
    return EXIT_CODES.pass
  }
  for (const { name, purpose, toolCount, writes, delegatesTo, isTerminal } of rows) {
    io.print(`${io.colors.bold(name.padEnd(22))} ${purpose}`)
    const edges = delegatesTo.join(', ') || (isTerminal ? 'nobody, it ends every chain' : 'nobody')
    io.print(`  ${toolCount} tools, ${writes} of them write; delegates to ${edges}`)
  }
  io.print(`${rows.length} archetypes`)
  return EXIT_CODES.pass
}

const edgesOf = (archetypes: readonly Archetype[]) =>
  archetypes.flatMap(({ name, delegatesTo }) => delegatesTo.map((target) => [name, target] as const))

/** https://mermaid.js.org/syntax/flowchart.html: terminal archetypes are rounded. */
function renderMermaid(archetypes: readonly Archetype[]): string {
  const nodes = archetypes.map(
    ({ name, isTerminal }) => `  ${name}${isTerminal ? `([${name}])` : `[${name}]`}`,
  )
  return ['graph TD', ...nodes, ...edgesOf(archetypes).map(([from, to]) => `  ${from} --> ${to}`)].join('\n')
}

/** https://graphviz.org/doc/info/lang.html: terminal archetypes are boxes. */
function renderDot(archetypes: readonly Archetype[]): string {
  const nodes = archetypes.map(
    ({ name, isTerminal }) => `  "${name}" [shape=${isTerminal ? 'box' : 'ellipse'}]`,
  )
  const edges = edgesOf(archetypes).map(([from, to]) => `  "${from}" -> "${to}"`)
  return ['digraph archetypes {', ...nodes, ...edges, '}'].join('\n')
}
