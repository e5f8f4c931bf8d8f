import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import type { Job } from '../../schedule/job.ts'

/** Make the job of a drawn case. */
export const caseJob = (id: string, document: ScenarioDocument, seed: string): Job => ({
  id,
  kind: 'property',
  name: String(document.name),
  path: '',
  file: id,
  area: 'fuzz',
  seed,
  document,
})
