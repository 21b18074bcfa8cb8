import { CopyButton } from '#components/ui/copy-button.tsx';

export function SampleCopyButton({ code }: { code: string }) {
  return <CopyButton text={code.trimEnd()} label="Copy" />;
}
