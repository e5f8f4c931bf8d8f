import { writeFileSync } from 'node:fs'
import { mergeConfig } from 'vitest/config'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import config from '../../vitest.config.ts'
import { REPORT_VARIABLE, type TestReport } from './run-vitest.ts'

interface FoundError {
  readonly name?: string
  readonly message: string
  readonly cause?: unknown
}

/** An error and what caused it: a property throws around the assertion that failed. */
const listErrors = (errors: readonly FoundError[]): string[] =>
  errors.flatMap(({ name, message, cause }) => [
    `${name ?? 'Error'}: ${message}`,
    ...(cause ? listErrors([cause as FoundError]) : []),
  ])

/** Writes down what failed and by which error; the other reporters leave causes out. */
class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: TestReport = {
      passed: modules.flatMap((module) => {
        const [first] = module.children.allTests('passed')
        return first === undefined ? [] : [module.moduleId]
      }),
      failed: modules.flatMap((module) =>
        [...module.children.allTests('failed')].map((test) => ({
          file: module.moduleId,
          name: test.fullName,
          errors: listErrors(test.result().errors ?? []),
        })),
      ),
      crashed: modules.flatMap((module) => {
        const errors = [module, ...module.children.allSuites()].flatMap((part) => listErrors(part.errors()))
        return errors.length > 0 ? [{ file: module.moduleId, errors }] : []
      }),
      unhandled: listErrors(unhandled),
    }
    writeFileSync(process.env[REPORT_VARIABLE] ?? '', JSON.stringify(report))
  }
}

/** The tests of a copy of the project whose sources are changed; each is named, also the long ones. */
const mutated = mergeConfig(config, {})
// What a fault breaks in one file shall not show in another.
mutated.test.isolate = true
mutated.test.typecheck = { enabled: false }
mutated.test.exclude = ['**/node_modules/**']
mutated.test.reporters = [new FailureReporter()]

export default mutated
