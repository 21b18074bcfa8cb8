import document from '#features/docs/reference/openapi.json';

/** A JSON Schema, as far as the API's description uses it. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
}

type ApiContent = Readonly<Record<string, { readonly schema: ApiSchema }>>;

export interface ApiAnswer {
  readonly description: string;
  readonly content?: ApiContent;
  readonly 'x-codes'?: Readonly<Record<string, string>>;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly content: ApiContent };
  readonly responses: Readonly<Record<string, ApiAnswer>>;
  readonly 'x-access': string;
}

export interface ApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> };
}

/** The service's API description, as of the build. */
export const apiDocument = document as unknown as ApiDocument;

/** The schema that a reference points to. */
export function schemaNamed(name: string): ApiSchema {
  return apiDocument.components.schemas[name] ?? {};
}

export function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
