#!/usr/bin/env bash
# Makes the BAM files beside it, with samtools; the tests read them and need no samtools.
set -euo pipefail
cd "$(dirname "$0")"

head=$'@HD\tVN:1.6\tSO:coordinate\n@SQ\tSN:chr1\tLN:1000\n'
group() { printf '@RG\tID:rg%s\tSM:%s\tPL:ILLUMINA\n' "$1" "$2"; }
read=$'r1\t0\tchr1\t1\t60\t10M\t*\t0\t0\tACGTACGTAC\tIIIIIIIIII\n'

bam() { samtools view --no-PG --bam --output "$1.bam" -; }
{ printf '%s' "$head"; group 1 EDTA-0001; printf '@PG\tID:bwa\tCL:bwa mem -R @RG\\tSM:WRONG x.fq\n%s' "$read"; } | bam one-sample
{ printf '%s' "$head"; group 1 EDTA-0001; group 2 EDTA-0002; printf '%s' "$read"; } | bam two-samples
printf '%s%s' "$head" "$read" | bam no-read-group
