import type { Standing } from '../../tools/core/standing.ts'
import type { Tool } from '../../tools/core/tool-def.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import type { RecordStandings } from '../record/record.ts'

/** The label of a tool; behind one of the test net itself is no protocol. */
export const labelOf = ({ standing = 'none' }: Pick<Tool, 'standing'>): Standing => standing

/** What stands behind everything that development has. */
export const STANDINGS: RecordStandings = {
  protocols: Object.fromEntries(
    DEV_REGISTRY.protocols.map(({ id, standing, isGround }) => {
      const { standIn } = TESTBEDS[id] ?? {}
      return [id, { standing, ...(isGround ? { isGround } : {}), ...(standIn ? { standIn } : {}) }]
    }),
  ),
  tools: Object.fromEntries(
    DEV_REGISTRY.tools.map((tool) => [
      tool.name,
      { standing: labelOf(tool), ...(tool.protocol === undefined ? {} : { protocol: tool.protocol }) },
    ]),
  ),
}
