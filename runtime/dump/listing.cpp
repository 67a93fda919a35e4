#include "runtime/dump/listing.hpp"

#include <algorithm>
#include <cstring>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>

#include "runtime/dump/disassembly.hpp"
#include "runtime/dump/instruction_counts.hpp"

namespace quern {

namespace {

constexpr int instruction_column = 72;

std::string hex(std::uint64_t value, int digits) {
    std::ostringstream text;
    text << std::hex << std::setfill('0') << std::setw(digits) << value;
    return text.str();
}

std::string two_decimals(double value) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(2) << value;
    return text.str();
}

std::string encoding_name(Encoding encoding) {
    switch (encoding) {
        case Encoding::legacy:
            return "legacy";
        case Encoding::vex:
            return "vex";
        case Encoding::evex:
            return "evex";
        default:
            return "other";
    }
}

class Listing {
  public:
    explicit Listing(const KernelCode& code)
        : code_(code),
          instruction_bytes_(instruction_bytes(code.bytes, code.marks)),
          instructions_(disassemble(code.bytes.first(instruction_bytes_))) {
        name_marks();
        name_targets();
    }

    std::string text() {
        write_head();
        write_counts();
        out_ << "\n.intel_syntax noprefix\n.text\n";
        for (const Instruction& instruction : instructions_) {
            write_labels(instruction.offset);
            write_instruction(instruction);
        }
        write_constants();
        write_labels(code_.bytes.size());
        return out_.str();
    }

  private:
    /// Labels are unique in a listing: a later mark of the same name gets a number.
    void name_marks() {
        std::set<std::string> taken;
        for (const CodeMark& mark : code_.marks) {
            std::string label = mark.label;
            for (int copy = 2; !taken.insert(label).second; ++copy) label = mark.label + "." + std::to_string(copy);
            labels_[mark.offset].push_back({label, mark.comment});
        }
    }

    /// Targets that no mark names get a local label.
    void name_targets() {
        std::set<std::size_t> targets;
        for (const Instruction& instruction : instructions_)
            if (instruction.target && !labels_.contains(*instruction.target)) targets.insert(*instruction.target);
        int number = 0;
        for (const std::size_t target : targets) labels_[target].push_back({".L" + std::to_string(++number), ""});
    }

    void write_head() {
        out_ << "# " << code_.spec.name << ": " << code_.spec.key() << "\n# " << code_.bytes.size() << " bytes";
        if (instruction_bytes_ < code_.bytes.size())
            out_ << ", " << code_.bytes.size() - instruction_bytes_ << " of them constants";
        out_ << "; entry at offset 0: void(const Call*), System V\n#\n# plan\n";
        std::istringstream plan{std::string(code_.plan_text)};
        constexpr std::string_view ceiling_key = "ceiling = ";
        for (std::string line; std::getline(plan, line);) {
            out_ << "#   " << line << "\n";
            if (line.starts_with(ceiling_key)) planned_ceiling_ = line.substr(ceiling_key.size());
        }
    }

    void write_counts() {
        const std::vector<CodeRegion> regions = code_regions(instructions_, code_.marks, instruction_bytes_);
        out_ << "#\n# instructions by region (those with a memory source, whatever their kind)\n";
        for (const CodeRegion& region : regions)
            out_ << "#   " << region.label << (region.loops ? ", each turn" : "") << ": " << region.counts.text()
                 << " (" << region.counts.memory_reads << ")\n";
        const auto ceilings = micro_kernel_ceilings(code_, regions);
        if (ceilings.empty()) return;
        out_ << "#\n# share of the dot-product peak that these instructions leave: dot products at their peak over all "
                "vector\n"
                "# arithmetic on the busiest ports\n";
        for (const MicroKernelCeiling& ceiling : ceilings)
            out_ << "#   " << ceiling.label << ": inner loop " << two_decimals(ceiling.inner_loop.share) << ", whole "
                 << two_decimals(ceiling.whole.share) << " (" << ceiling.whole.resource << "); the plan's ceiling "
                 << planned_ceiling_ << "\n";
    }

    void write_labels(std::size_t offset) {
        const auto found = labels_.find(offset);
        if (found == labels_.end()) return;
        out_ << "\n";
        for (const Label& label : found->second) {
            out_ << label.name << ":\n";
            if (!label.comment.empty()) out_ << "    # " << label.comment << "\n";
        }
    }

    void write_instruction(const Instruction& instruction) {
        const auto bytes = code_.bytes.subspan(instruction.offset, instruction.length);
        std::string text = "    ";
        if (instruction.is_padding) {
            text += ".byte ";
            for (std::size_t i = 0; i < bytes.size(); ++i) text += (i > 0 ? ", 0x" : "0x") + hex(bytes[i], 2);
        } else {
            text += assembly(instruction);
        }
        text.resize(std::max<std::size_t>(text.size() + 1, instruction_column), ' ');
        out_ << text << "# " << hex(instruction.offset, 5) << " ";
        if (instruction.is_padding) {
            out_ << "alignment\n";
            return;
        }
        out_ << std::left << std::setw(6) << encoding_name(instruction.encoding);
        for (const std::uint8_t byte : bytes) out_ << " " << hex(byte, 2);
        out_ << "\n";
    }

    std::string assembly(const Instruction& instruction) const {
        const std::string text = instruction.target
                                     ? instruction.text_with_target(labels_.at(*instruction.target).front().name)
                                     : instruction.text;
        // Assemblers take the EVEX encoding of these unless told otherwise.
        const bool is_vnni = instruction.mnemonic.starts_with("vpdp");
        return (is_vnni && instruction.encoding == Encoding::vex ? "{vex} " : "") + text;
    }

    void write_constants() {
        for (std::size_t at = instruction_bytes_; at < code_.bytes.size();) {
            write_labels(at);
            const std::size_t rest = code_.bytes.size() - at;
            if (rest < sizeof(std::uint32_t)) {
                out_ << "    .byte 0x" << hex(code_.bytes[at++], 2) << "\n";
                continue;
            }
            std::uint32_t word = 0;
            std::memcpy(&word, code_.bytes.data() + at, sizeof word);
            out_ << "    .long 0x" << hex(word, 8) << "\n";
            at += sizeof word;
        }
    }

    struct Label {
        std::string name, comment;
    };

    const KernelCode& code_;
    const std::size_t instruction_bytes_;
    const std::vector<Instruction> instructions_;
    std::map<std::size_t, std::vector<Label>> labels_;  ///< by offset
    std::string planned_ceiling_;
    std::ostringstream out_;
};

}  // namespace

std::string listing(const KernelCode& code) {
    return Listing(code).text();
}

}  // namespace quern
