import type { CaseOracle } from '../property/case-judge.ts'
import type { RunRecord } from '../record/record.ts'

/** Raised when the shapes below change. */
export const BUNDLE_VERSION = 1

/**
 * What is run again: a cell of a scenario file, a drawn case, or a property. A bundle brings the text of the first two; a
 * property is code, so that the checkout's own is run.
 */
export type BundleSubject =
  | { readonly kind: 'scenario' }
  | { readonly kind: 'case'; readonly oracle: CaseOracle }
  | { readonly kind: 'property' }

/** What it was found with; hashes are SHA-256 in hex, of programs by their bytes. */
export interface Toolchain {
  readonly assayVersion: string
  readonly gitCommit: string | null
  readonly isDirty: boolean | null
  /** Of the sources of stack and harness, and the lockfile. */
  readonly codeHash: string
  readonly nodeVersion: string
  readonly anvilVersion: string
  readonly anvilHash: string
  readonly solcVersion: string
  readonly solcHash: string
  readonly platform: string
}

/** What a bundle is of. */
export interface BundleManifest {
  readonly bundleVersion: typeof BUNDLE_VERSION
  /** The run that found it, and the seed of its draws. */
  readonly runId: string
  readonly seed: string
  /** Id and file of the scenario, relative to the project. */
  readonly id: string
  readonly file: string
  readonly subject: BundleSubject
  readonly toolchain: Toolchain
  /** SHA-256 of every other file of the bundle, by its name. */
  readonly files: Readonly<Record<string, string>>
}

/** A bundle that was read and found whole. */
export interface Bundle {
  readonly manifest: BundleManifest
  /** The record of the run, with nothing in it but what failed. */
  readonly record: RunRecord
  readonly cassette: Uint8Array
  /** Text of the scenario, or of the drawn case that was made small. */
  readonly scenario: string
}

/** Names of the files of a bundle; there are no others. */
export const BUNDLE_FILES = {
  readme: 'README.md',
  manifest: 'manifest.json',
  record: 'record.json',
  cassette: 'world.cassette',
  scenario: 'scenario/scenario.yaml',
  original: 'scenario/original.yaml',
  property: 'scenario/property.ts.txt',
  counterexample: 'scenario/counterexample.json',
  steps: 'steps-around-the-failure.json',
  changes: 'state-difference.json',
  events: 'events.jsonl',
} as const
