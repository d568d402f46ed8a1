export type Operator = '=' | '>' | '<' | '>=' | '<=' | 'startsWith'

/** One term of a filter, ready to be compared with what is stored. */
export interface Condition {
  field: string
  operator: Operator
  value: string | number | boolean
}
