type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Fields that Stripe sends as null because nothing in the simulator ever sets them; names separated by spaces. */
export function nulls<const Names extends string>(...names: readonly Names[]): Record<Words<Names>, null> {
  const fields = names.flatMap((words) => words.split(' ')).map((name) => [name, null]);
  return Object.fromEntries(fields);
}
