#include "runtime/profiling/gdb_registration.hpp"

#include <elf.h>

#include <cstring>
#include <mutex>
#include <string_view>
#include <type_traits>

// The interface's names and layout, which debuggers look for. Weak: a program that links another JIT compiler has them
// already.
extern "C" {

struct jit_code_entry {
    jit_code_entry* next_entry;
    jit_code_entry* prev_entry;
    const char* symfile_addr;
    std::uint64_t symfile_size;
};

struct jit_descriptor {
    std::uint32_t version;
    std::uint32_t action_flag;
    jit_code_entry* relevant_entry;
    jit_code_entry* first_entry;
};

// Debuggers stop here; what it must not be is inlined or removed.
[[gnu::noinline, gnu::weak]] void __jit_debug_register_code() {
    __asm__ volatile("" ::: "memory");
}

[[gnu::weak]] jit_descriptor __jit_debug_descriptor = {1, 0, nullptr, nullptr};

}  // extern "C"

namespace quern {

namespace {

enum Action : std::uint32_t { no_action = 0, register_action = 1, unregister_action = 2 };

std::mutex& list_mutex() {
    // Never destroyed, so that it outlives every kernel, static ones too; and nothing is left where the library is
    // unloaded.
    static_assert(std::is_trivially_destructible_v<std::mutex>);
    static std::mutex instance;
    return instance;
}

void tell_debugger(Action action, jit_code_entry* entry) {
    __jit_debug_descriptor.action_flag = action;
    __jit_debug_descriptor.relevant_entry = entry;
    __jit_debug_register_code();
    __jit_debug_descriptor.action_flag = no_action;
    __jit_debug_descriptor.relevant_entry = nullptr;
}

/// A string table under construction.
class Strings {
  public:
    Elf64_Word add(std::string_view text) {
        const auto at = static_cast<Elf64_Word>(text_.size());
        text_.append(text).push_back('\0');
        return at;
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_ = std::string(1, '\0');
};

}  // namespace

std::vector<std::uint8_t> symbol_file(const std::string& symbol, std::span<const std::uint8_t> code) {
    enum Section : Elf64_Half { none, text, symbols, strings, section_count };
    Strings names;
    struct File {
        Elf64_Ehdr header{};
        Elf64_Shdr sections[section_count]{};
        Elf64_Sym symbols[2]{};  // the first is reserved
    } file;

    Elf64_Shdr& text_section = file.sections[text];
    text_section.sh_name = names.add(".text");
    text_section.sh_type = SHT_NOBITS;  // it is in memory already
    text_section.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    text_section.sh_addr = reinterpret_cast<std::uintptr_t>(code.data());
    text_section.sh_size = code.size();
    text_section.sh_addralign = 1;

    Elf64_Sym& function = file.symbols[1];
    function.st_name = names.add(symbol);
    function.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    function.st_shndx = text;
    function.st_size = code.size();

    Elf64_Shdr& symbol_section = file.sections[symbols];
    symbol_section.sh_name = names.add(".symtab");
    symbol_section.sh_type = SHT_SYMTAB;
    symbol_section.sh_offset = offsetof(File, symbols);
    symbol_section.sh_size = sizeof file.symbols;
    symbol_section.sh_link = strings;
    symbol_section.sh_info = 1;  // the first global symbol
    symbol_section.sh_addralign = alignof(Elf64_Sym);
    symbol_section.sh_entsize = sizeof(Elf64_Sym);

    Elf64_Shdr& string_section = file.sections[strings];
    string_section.sh_name = names.add(".strtab");
    string_section.sh_type = SHT_STRTAB;
    string_section.sh_offset = sizeof file;
    string_section.sh_size = names.text().size();
    string_section.sh_addralign = 1;

    Elf64_Ehdr& header = file.header;
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_REL;
    header.e_machine = EM_X86_64;
    header.e_version = EV_CURRENT;
    header.e_shoff = offsetof(File, sections);
    header.e_ehsize = sizeof header;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = section_count;
    header.e_shstrndx = strings;

    std::vector<std::uint8_t> bytes(sizeof file + names.text().size());
    std::memcpy(bytes.data(), &file, sizeof file);
    std::memcpy(bytes.data() + sizeof file, names.text().data(), names.text().size());
    return bytes;
}

struct GdbRegistration::Entry {
    std::vector<std::uint8_t> file;
    jit_code_entry link{};
};

GdbRegistration::GdbRegistration(const std::string& symbol, std::span<const std::uint8_t> code)
    : entry_(std::make_unique<Entry>()) {
    entry_->file = symbol_file(symbol, code);
    jit_code_entry& link = entry_->link;
    link.symfile_addr = reinterpret_cast<const char*>(entry_->file.data());
    link.symfile_size = entry_->file.size();
    const std::lock_guard lock(list_mutex());
    link.next_entry = __jit_debug_descriptor.first_entry;
    if (link.next_entry != nullptr) link.next_entry->prev_entry = &link;
    __jit_debug_descriptor.first_entry = &link;
    tell_debugger(register_action, &link);
}

GdbRegistration::~GdbRegistration() {
    if (!entry_) return;
    jit_code_entry& link = entry_->link;
    const std::lock_guard lock(list_mutex());
    if (link.prev_entry != nullptr)
        link.prev_entry->next_entry = link.next_entry;
    else
        __jit_debug_descriptor.first_entry = link.next_entry;
    if (link.next_entry != nullptr) link.next_entry->prev_entry = link.prev_entry;
    tell_debugger(unregister_action, &link);
}

GdbRegistration::GdbRegistration(GdbRegistration&&) noexcept = default;

}  // namespace quern
