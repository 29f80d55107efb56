import type { JSX } from "solid-js";
import type { UniversalBuild } from "~/bridge/document";
import { useApp } from "~/state/app";
import { portEdits, token, type Field, type FieldKind } from "~/state/plan/fields";
import type { Target } from "~/state/plan/result";
import { Select } from "~/ui/Input";
import { CopiesField } from "./CopiesField";
import { HealthField } from "./HealthField";
import { PairsField } from "./PairsField";
import { PortsField } from "./PortsField";
import { SecretsField } from "./SecretsField";
import { ExecField, LinesField, TextField } from "./textFields";
import { VariablesField } from "./VariablesField";

interface EditorProps {
  id: string;
  field: Field;
  doc: UniversalBuild;
  value: unknown;
  edited: boolean;
  invalid: boolean;
  at: Target;
  onSave: (next: unknown) => void;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const list = (value: unknown) => (value as string[] | undefined) ?? [];

/** How a field of each kind is edited. */
const editors: Record<FieldKind, (props: EditorProps) => JSX.Element> = {
  text: (props) => <TextField {...props} value={text(props.value)} />,
  lines: (props) => <LinesField {...props} value={list(props.value)} />,
  exec: (props) => <ExecField {...props} value={list(props.value)} />,
  choice: (props) => (
    <Select
      label={props.field.label}
      value={text(props.value)}
      edited={props.edited}
      options={["", ...(props.field.choices ?? [])].map((one) => ({ id: one, label: one || props.field.blank }))}
      onPick={props.onSave}
    />
  ),
  ports: (props) => {
    const { result } = useApp();
    return (
      <PortsField
        value={props.doc.runtime.ports}
        edited={props.edited}
        onSave={(ports) => void result.editAll(portEdits(props.doc, ports), props.at)}
      />
    );
  },
  health: (props) => (
    <HealthField value={props.doc.runtime.healthcheck ?? undefined} edited={props.edited} onSave={props.onSave} />
  ),
  pairs: (props) => {
    const { result } = useApp();
    return (
      <PairsField
        label={props.field.label}
        value={(props.value as Record<string, string> | undefined) ?? {}}
        edited={(name) => result.isEdited(`${props.field.pointer}/${token(name)}`)}
        onSave={props.onSave}
      />
    );
  },
  copy: (props) => <CopiesField value={props.doc.runtime.copy} edited={props.edited} onSave={props.onSave} />,
  secrets: (props) => (
    <SecretsField value={props.doc.build.secrets ?? []} edited={props.edited} at={props.at} onSave={props.onSave} />
  ),
  variables: (props) => <VariablesField doc={props.doc} at={props.at} />,
};

/** The editor of a field; its kind never changes. */
export function Editor(props: EditorProps) {
  // eslint-disable-next-line solid/reactivity -- a row of the form is one field for as long as it lives
  return editors[props.field.kind](props);
}
