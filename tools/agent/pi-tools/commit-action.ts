import { toJson } from '../../core/json.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import type { CommitReport } from '../committed.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { PiDoor } from '../pi-door.ts'
import type { Stack } from '../stack.ts'

const PARAMETERS = Type.Object({ permitId: HashSchema }, { additionalProperties: false })

/** Create `commit_action`: carry out a previewed action. `onCommitted` sees the full report of each. */
export const createCommitAction = (stack: Stack, onCommitted: (report: CommitReport) => void, door: PiDoor) =>
  definePiTool(door, {
    name: 'commit_action',
    label: 'Commit action',
    description: 'Carry out a previewed action. Its permit is checked again, used up and sent.',
    promptSnippet:
      'commit_action carries out an action that preview_action permitted; the permit works once and only for its time to live.',
    parameters: PARAMETERS,
    executionMode: 'sequential',
    async run({ permitId }) {
      const report = await stack.commit(permitId)
      const { advice } = report
      if ('signature' in report) {
        const { schemaVersion, tool, data } = report
        return toJson({ schemaVersion, permitId, tool, data, advice })
      }
      if ('kept' in report) {
        const { schemaVersion, tool, data, groundTruthSource } = report
        return toJson({ schemaVersion, permitId, tool, data, groundTruthSource, advice })
      }
      onCommitted(report)
      return toJson({
        schemaVersion: report.schemaVersion,
        permitId,
        tool: report.tool,
        transactionHash: report.receipt.transactionHash,
        data: report.data,
        expectedOutcome: report.expectedOutcome,
        actualOutcome: report.actualOutcome,
        groundTruthSource: report.groundTruthSource,
        advice,
      })
    },
  })
