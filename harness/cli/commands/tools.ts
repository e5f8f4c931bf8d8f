import { findNearest } from '../../../tools/core/suggest.ts'
import { DEV_REGISTRY } from '../../../tools/profiles/dev.ts'
import { PROFILES } from '../../../tools/profiles/profiles.ts'
import { parseProfile, resolveProfile } from '../../../tools/profiles/resolve-profile.ts'
import { DEV_KINDS } from '../../dev-kinds.ts'
import { HarnessError } from '../../errors.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'

/** List the tools of a profile, by category, and the action kinds that it can serve. */
export function listTools(options: { readonly profile: string; readonly json?: boolean }, io: CliIo): number {
  const parsed = parseProfile(options.profile)
  if ('unknown' in parsed) {
    const nearest = findNearest(parsed.unknown, Object.keys(PROFILES))
    throw new HarnessError('BAD_USAGE', `unknown profile "${parsed.unknown}"`, {
      expected: Object.keys(PROFILES).join(', '),
      found: parsed.unknown,
      hint: nearest ? `did you mean "${nearest}"?` : 'choose one of the above; several compose with a comma',
    })
  }
  const { tools, mayAct } = resolveProfile(options.profile, DEV_REGISTRY.tools)
  if (options.json) {
    const rows = tools.map(
      ({ name, category, capability, riskTier, tickBudget, description, isModel = false }) => ({
        name,
        category,
        capability,
        riskTier,
        tickBudget,
        description,
        isModel,
      }),
    )
    io.print(JSON.stringify(rows, null, 2))
    return EXIT_CODES.pass
  }
  const categories = [...new Set(tools.map((tool) => tool.category))].sort()
  for (const category of categories) {
    const rows = tools.filter((tool) => tool.category === category)
    io.print(io.colors.bold(`${category} (${rows.length})`))
    for (const { name, capability, riskTier, description } of rows) {
      io.print(`  ${name.padEnd(36)} ${capability.padEnd(7)} ${riskTier}  ${description}`)
    }
  }
  const names = new Set(tools.map((tool) => tool.name))
  const kinds = mayAct
    ? DEV_KINDS.filter(({ venues }) =>
        venues.some(({ reads, write }) => [...reads, write].every((name) => names.has(name))),
      )
    : []
  io.print('')
  io.print(`${tools.length} tools; action kinds: ${kinds.map(({ kind }) => kind).join(', ') || 'none'}`)
  return EXIT_CODES.pass
}
