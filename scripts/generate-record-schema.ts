import { join } from 'node:path'
import { RECORD_VERSION } from '../harness/record/record.ts'
import { RUN_RECORD_SCHEMA } from '../harness/record/record-schema.ts'
import { writeGenerated } from './write-generated.ts'

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:assay:run-record:${RECORD_VERSION}`,
  title: `Record of a run of Assay, version ${RECORD_VERSION}`,
  description:
    'What run.json holds. Amounts are base units as decimal text; members that are not listed may be there.',
  ...RUN_RECORD_SCHEMA,
}
writeGenerated(join(import.meta.dirname, '../reports/run-record.schema.json'), schema)
