export type Operator = '=' | '>' | '<' | '>=' | '<=' | 'startsWith' | 'contains'

/** One term of a filter, ready to be compared with what is stored. */
export interface Condition {
  field: string
  operator: Operator
  value: string | number | boolean
  /** The caller's today, for fields that depend on it. */
  today?: string
}

/** A term whose meaning depends on who asks and when, such as `dueDate<"today"`. */
export interface RelativeTerm {
  field: string
  operator: Operator
  /** How the term is resolved: as a person, a day, the instants of a day, or a boolean that depends on the day. */
  kind: 'person' | 'date' | 'timestamp' | 'flag'
  /** As the caller wrote it. */
  written: string
}

/** A term of a filter as it was parsed. */
export type FilterTerm = Condition | RelativeTerm
