/** A bound that a figure has to keep. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the table. */
export interface Figure {
  /** What `--only` and summary.json call it. */
  readonly name: string;
  readonly title: string;
  /** A ratio has the unit "×". */
  readonly unit: "×" | "1/s" | "s" | "ms" | "MB" | "kB" | "%";
  /**
   * What the machine does bare, measured in the same run, that the figure is given as a multiple of: machines differ by
   * a factor of five. null: a size, a share or a ratio, which are the same on any.
   */
  readonly bare: string | null;
  /** A bound of the multiple, or of the figure where there is none; null: shown for what it tells. */
  readonly target: Target | null;
}

/** What came of a figure: one value a run. */
export interface Measured {
  readonly name: string;
  readonly runs: readonly number[];
  /** The same of the bare machine, in the same unit, run by run. */
  readonly bare?: readonly number[];
  /** What the values were made of, in a few words. */
  readonly note?: string;
}

/** What a measurement is given. */
export interface Bench {
  /** How many runs the median is of. */
  readonly runs: number;
  /** Only to see whether it works: short runs and small logs, whose figures count for nothing. */
  readonly quick: boolean;
  /** The length of a run, in seconds, or a fourth of it when quick. */
  readonly seconds: (usual: number) => number;
  /** A new empty folder on the project's own disk, removed in the end: a RAM disk would make every commit free. */
  readonly newFolder: () => string;
  /** Ends what is still running when the measurement is over, however it ended; last in, first out. */
  readonly atEnd: (end: () => unknown) => void;
  readonly say: (message: string) => void;
}

/** One or more figures that are measured together. */
export interface Measurement {
  readonly figures: readonly Figure[];
  readonly measure: (bench: Bench) => Promise<readonly Measured[]>;
}
